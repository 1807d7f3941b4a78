"""Which paths are those of secrets, by name alone: never read, never shown, never written.

A name is compared without regard to case, because some file systems do not regard it either.
"""

import re

_SECRET_FOLDERS = frozenset({".aws", ".azure", ".gnupg", ".kube", ".ssh"})
_SECRET_NAME = re.compile(
    r"""
      \.env(\..+)? | \.envrc | .+\.env
    | .+\.(pem|key|ppk|p8|p12|pfx|jks|keystore|kdbx|kdb|agekey)
    | id_(rsa|dsa|ecdsa|ed25519|xmss).*
    | [._]netrc | \.npmrc | \.pypirc | \.git-credentials | \.htpasswd | \.pgpass | \.my\.cnf
    | \.dockercfg | \.vault[-_]token | \.s3cfg | \.boto
    | (.+[-_.])?credentials(\.(json|ya?ml|toml|ini|xml|cfg|properties|csv|txt|db))?
    | (.+[-_.])?secrets?\.(json|ya?ml|toml|ini|xml|cfg|properties|csv|txt)
    | client[-_]secret.*\.json | service[-_]account.*\.json
    | .+\.tfstate(\..+)? | .+\.tfvars(\.json)?
    """,
    re.VERBOSE | re.DOTALL,
)
_MEANT_TO_BE_SHOWN = re.compile(
    r".+\.(example|sample|template|pub) | (example|sample|template)\.env", re.VERBOSE | re.DOTALL
)
_COPY_ENDINGS = ("~", ".bak", ".backup", ".old", ".orig", ".save", ".swp", ".swo", ".tmp", ".copy")


def is_secret(path: str) -> bool:
    """Whether a path, relative to the root, is that of a secret or of an editor's copy of one."""
    parts = path.casefold().split("/")
    if not _SECRET_FOLDERS.isdisjoint(parts) or _is_secret_name(parts[-1]):
        return True
    original = _without_copy_endings(parts[-1])
    if original == parts[-1]:
        return False
    # An editor's swap file has one more dot in front.
    return _is_secret_name(original) or _is_secret_name(original.removeprefix("."))


def _is_secret_name(name: str) -> bool:
    return bool(_SECRET_NAME.fullmatch(name)) and not _MEANT_TO_BE_SHOWN.fullmatch(name)


def _without_copy_endings(name: str) -> str:
    while name.endswith(_COPY_ENDINGS):
        name = next(name.removesuffix(end) for end in _COPY_ENDINGS if name.endswith(end))
    return name
