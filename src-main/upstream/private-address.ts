import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'
import { say } from '../../src-shared/texts/say.ts'

/**
 * Networks that are not the public internet (IANA special-purpose registries): this computer, its neighbours, a
 * provider's own devices, documentation, multicast, and the IPv6 forms that carry an IPv4 address inside.
 * Each family has its own list: a common one would judge an IPv4 address by the IPv6 form of that address.
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

/** Whether an address is not one of the public internet. A text that is no IP address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const plain = address
    .replace(/^\[|\]$/g, '')
    .split('%', 1)
    .join('')
  if (isIP(plain) === 0) return true
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6'
  return special[family].check(plain, family)
}

/** The IP address in a URL's host, without brackets; undefined for a name. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : undefined
}

/** Looks up every address of a name, as `dns.lookup` with `all` does. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** The error for a picture whose address leads into a private network that the service is not in. */
export class PrivateAddressError extends Error {
  constructor(hostname: string, address: string) {
    super(
      say`The host ${hostname} leads to ${address}, an address inside a private network. A connection to a service on the internet does not fetch from there.`,
    )
    this.name = 'PrivateAddressError'
  }
}

interface AddressGuard {
  /** The `lookup` of a connection. The connection uses the checked answer, so the name cannot change after the check. */
  lookup: LookupFunction
  /** Checks a host written as an IP address, which needs no lookup. @throws PrivateAddressError */
  judge(url: URL): Promise<void>
}

/**
 * Allows connections to public addresses only, unless the service itself is on this computer or in its network. A
 * record could name any machine of this network, and the owner of a name can make it lead anywhere.
 */
export function guardAddresses(
  serviceAddress: string,
  lookupAll: LookupAll = (hostname, options, callback) => systemLookup(hostname, options, callback),
): AddressGuard {
  const service = new URL(serviceAddress)
  let local: Promise<boolean> | undefined
  /** Whether the service is in this network, asked once, as a service does not move while connected. */
  const serviceIsLocal = (): Promise<boolean> => {
    local ??= addressesOf(service).then((found) => found.some(({ address }) => isPrivateAddress(address)))
    // A failed lookup is not kept: the next picture asks again.
    local.catch(() => {
      local = undefined
    })
    return local
  }
  const addressesOf = (url: URL): Promise<LookupAddress[]> => {
    const literal = literalAddress(url)
    if (literal !== undefined) return Promise.resolve([{ address: literal, family: 0 }])
    return new Promise((resolve, reject) => {
      lookupAll(url.hostname, { all: true }, (error, found) => (error ? reject(error) : resolve(found)))
    })
  }
  const allowed = async (hostname: string, found: LookupAddress[]): Promise<LookupAddress[]> => {
    const open = found.filter(({ address }) => !isPrivateAddress(address))
    if (open.length === found.length || (await serviceIsLocal())) return found
    if (open.length === 0) throw new PrivateAddressError(hostname, found[0]?.address ?? 'nowhere')
    return open
  }

  return {
    lookup(hostname, options, callback) {
      lookupAll(hostname, { ...options, all: true } as LookupAllOptions, (error, found) => {
        if (error) return callback(error, '', 0)
        allowed(hostname, found).then(
          (addresses) => {
            const [first] = addresses
            if (options.all) callback(null, addresses)
            else callback(null, first?.address ?? '', first?.family ?? 0)
          },
          (refused: NodeJS.ErrnoException) => callback(refused, '', 0),
        )
      })
    },
    async judge(url) {
      const literal = literalAddress(url)
      if (literal !== undefined) await allowed(url.host, [{ address: literal, family: 0 }])
    },
  }
}
