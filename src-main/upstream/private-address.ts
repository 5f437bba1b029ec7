import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * Networks that are not the public internet (IANA special-purpose registries): this computer, its neighbours, a
 * provider's own devices, documentation, multicast, and the IPv6 forms that carry an IPv4 address inside.
 * One list for each family: a list of both would judge an IPv4 address by the IPv6 form it is mapped to.
 */
const special = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.ipv4.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  // Below this prefix lie the unspecified address, loopback, and every notation of an embedded IPv4 address.
  ['::', 8],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  special.ipv6.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address is anything but one of the public internet. What is no IP address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const plain = address
    .replace(/^\[|\]$/g, '')
    .split('%', 1)
    .join('')
  if (isIP(plain) === 0) return true
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6'
  return special[family].check(plain, family)
}

/** The IP address a URL's host is written as, without brackets; undefined for a name. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : undefined
}
