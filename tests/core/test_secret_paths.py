"""Secrets are known by their names alone."""

import pytest

from roundtable.core.secret_paths import is_secret

SECRETS = """
.env .env.local .env.production .ENV a/b/.env .Env.Local prod.env .envrc .env~ .env.bak ..env.swp
server.pem deep/tls.KEY cert.p12 cert.pfx app.jks release.keystore vault.kdbx putty.ppk AuthKey.p8
id_rsa id_rsa.old ID_RSA id_ed25519 id_ecdsa_sk id_dsa keys/id_ed25519_work server.key.bak
.netrc _netrc .npmrc .pypirc .git-credentials .htpasswd .pgpass .netrc~
credentials.json Credentials.yml aws/credentials google-credentials.json client_secret_12.json
service-account.json service_account_prod.json secrets.json secrets.yml secrets.yaml SECRETS.toml
config/app-secrets.yaml secret.json terraform.tfstate terraform.tfstate.backup prod.tfvars
.aws/config .ssh/config .ssh/known_hosts home/.gnupg/x .kube/config .ssh .env.example.bak
"""

HARMLESS = """
.env.example .env.sample .env.template .env.local.example config/example.env README.md env.py
id_rsa.pub keys/id_ed25519.pub src/secrets.py secrets/readme.md credentials.py src/keys.py
environment.ts monkey.py turkey.md keyboard.c pem.go netrc.py tfstate.md .npmignore ssh/config
my.env.ts .envoy.yaml aws/main.tf
"""


@pytest.mark.parametrize("path", SECRETS.split())
def test_a_secret_is_known_by_its_name(path: str) -> None:
    assert is_secret(path)


@pytest.mark.parametrize("path", HARMLESS.split())
def test_what_only_resembles_a_secret_is_none(path: str) -> None:
    assert not is_secret(path)
