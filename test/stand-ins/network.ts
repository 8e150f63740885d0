import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { getuid } from 'node:process';

/** Addresses for documentation (RFC 5737): they hide no real network. */
const subnet = '198.51.100';
const bridge = 'lectern0';
/** Without one of its own, a bridge takes the address of a machine that joins. */
const bridgeHardware = '02:00:c6:33:64:01';

export type Machine = {
  address: string;
  /** A program with its arguments, which runs others on this machine. */
  before: readonly string[];
  /** Drops all packets in both directions. Connections stay open, and no program gets an error. */
  cut(): void;
  restore(): void;
};

/** Machines that reach each other through this one. */
export type Network = {
  /** The address of this machine in the network. */
  address: string;
  machines: Machine[];
  remove(): void;
};

/** Makes machines in network namespaces of Linux. @throws Error that says what is missing */
export function makeNetwork(count: number): Network {
  requireNamespaces();
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const remove = () => {
    removeMachines(numbers);
    if (existsSync(`/sys/class/net/${bridge}`)) ip(`link delete ${bridge}`);
  };
  // A killed test leaves its network.
  remove();
  const taken = ip(`-brief address show to ${subnet}.0/24`);
  if (taken !== '')
    throw new Error(`this test needs the addresses ${subnet}.0/24, which are in use: ${taken}`);
  ip(`link add ${bridge} address ${bridgeHardware} type bridge`);
  ip(`address add ${subnet}.1/24 dev ${bridge}`);
  ip(`link set ${bridge} up`);
  return { address: `${subnet}.1`, machines: numbers.map(makeMachine), remove };
}

function requireNamespaces(): void {
  const problem =
    process.platform !== 'linux'
      ? 'Linux: it makes network namespaces'
      : getuid?.() !== 0
        ? 'root: run it as root, because it makes network namespaces'
        : existsSync('/usr/sbin/ip') && existsSync('/usr/bin/nsenter')
          ? undefined
          : 'the programs ip and nsenter: apt-get install iproute2 util-linux';
  if (problem !== undefined) throw new Error(`this test needs ${problem}`);
}

function makeMachine(number: number): Machine {
  const name = nameOf(number);
  const address = `${subnet}.${10 + number}`;
  ip(`netns add ${name}`);
  ip(`link add ${name} type veth peer name eth0 netns ${name}`);
  ip(`link set ${name} master ${bridge} up`);
  ip(`-n ${name} link set lo up`);
  ip(`-n ${name} address add ${address}/24 dev eth0`);
  ip(`-n ${name} link set eth0 up`);
  // As behind a router: otherwise ARP would report a lost machine after some seconds.
  ip(`-n ${name} neighbour add ${subnet}.1 lladdr ${bridgeHardware} dev eth0 nud permanent`);
  ip(`neighbour add ${address} lladdr ${hardwareAddressOf(name)} dev ${bridge} nud permanent`);
  const setPort = (state: 'disabled' | 'forwarding') =>
    execFileSync('bridge', ['link', 'set', 'dev', name, 'state', { disabled: '0', forwarding: '3' }[state]]);
  return {
    address,
    before: ['nsenter', `--net=/run/netns/${name}`],
    cut: () => void setPort('disabled'),
    restore: () => void setPort('forwarding'),
  };
}

const nameOf = (number: number) => `lectern-${number}`;

function removeMachines(numbers: readonly number[]): void {
  for (const name of numbers.map(nameOf)) {
    if (existsSync(`/sys/class/net/${name}`)) ip(`link delete ${name}`);
    if (existsSync(`/run/netns/${name}`)) ip(`netns delete ${name}`);
  }
}

function hardwareAddressOf(name: string): string {
  const [link] = JSON.parse(ip(`-n ${name} -json link show dev eth0`)) as { address: string }[];
  return link?.address ?? '';
}

function ip(command: string): string {
  return execFileSync('ip', command.split(' '), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
