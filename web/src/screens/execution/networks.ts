// Whom a run may reach, and what follows from that, in plain words.
import type { Schemas } from "@/api/client";

export type Network = Schemas["Execute"]["network"];

export const NETWORKS: readonly { value: Network; label: string; means: string }[] = [
  {
    value: "none",
    label: "Nobody",
    means:
      "It runs without a network. What its image is made from must be on this machine already; nothing can be fetched or sent.",
  },
  {
    value: "build",
    label: "Others while it is built",
    means:
      "Its build can fetch packages from the internet, and runs what it fetches. Once it is built, it reaches nobody.",
  },
  {
    value: "all",
    label: "Others at all times",
    means:
      "The project's code can fetch and send whatever it likes, also to other machines of your network.",
  },
];

export function networkWords(network: Network): string {
  return WORDS[network];
}

const WORDS: Readonly<Record<Network, string>> = {
  none: "without a network",
  build: "with a network for its build alone",
  all: "with a network at all times",
};

/** The network of this name. */
export function networkOf(name: string): Network {
  return NETWORKS.find(({ value }) => value === name)?.value ?? "none";
}
