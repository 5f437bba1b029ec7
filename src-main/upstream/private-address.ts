import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'
import { say } from '../../src-shared/texts/say.ts'

/**
 * Networks outside the public internet (IANA special-purpose registries): loopback, local networks, a
 * provider's own devices, documentation, multicast, and IPv6 forms that embed an IPv4 address. IPv4 and IPv6
 * have separate lists, because a shared one would match an IPv4 address by its IPv6 form.
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
  // This prefix contains the unspecified address, loopback and all notations of an embedded IPv4 address.
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

/** Whether an address is outside the public internet. Text that is not an IP address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const plain = address
    .replace(/^\[|\]$/g, '')
    .split('%', 1)
    .join('')
  if (isIP(plain) === 0) return true
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6'
  return special[family].check(plain, family)
}

/** The IP address in a URL's host, without brackets; undefined for a host name. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : undefined
}

/** Resolves all addresses of a host name, like `dns.lookup` with `all`. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** The error for a picture whose address is in a private network that does not contain the service. */
export class PrivateAddressError extends Error {
  constructor(hostname: string, address: string) {
    super(
      say`The host ${hostname} resolves to ${address}, an address in a private network. Pictures of an internet service are not downloaded from there.`,
    )
    this.name = 'PrivateAddressError'
  }
}

interface AddressGuard {
  /**
   * The `lookup` function of a connection. The connection uses the checked result, so the address cannot
   * change after the check.
   */
  lookup: LookupFunction
  /** Checks a host given as an IP address, for which no lookup is made. @throws PrivateAddressError */
  judge(url: URL): Promise<void>
  /**
   * Checks a host that a proxy will look up, as far as its name is known here. @throws PrivateAddressError
   */
  judgeBehindProxy(url: URL): Promise<void>
}

/**
 * Allows connections to public addresses only, unless the service itself is on this computer or in its
 * network. Otherwise a record could point to any machine in this network, and the owner of a name can make it
 * resolve to any address.
 */
export function guardAddresses(
  serviceAddress: string,
  lookupAll: LookupAll = (hostname, options, callback) => systemLookup(hostname, options, callback),
): AddressGuard {
  const service = new URL(serviceAddress)
  let isLocal: Promise<boolean> | undefined
  /**
   * Whether the service is in this network. Looked up once, because a service does not move while connected.
   */
  const serviceIsLocal = (): Promise<boolean> => {
    isLocal ??= addressesOf(service).then((found) => found.some(({ address }) => isPrivateAddress(address)))
    // A failed lookup is not cached: the next picture tries again.
    isLocal.catch(() => {
      isLocal = undefined
    })
    return isLocal
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
    async judgeBehindProxy(url) {
      // In a company's network, names of the internet are often known to the proxy only.
      const found = await addressesOf(url).catch(() => [])
      if (found.length > 0) await allowed(url.host, found)
    },
    async judge(url) {
      const literal = literalAddress(url)
      if (literal !== undefined) await allowed(url.host, [{ address: literal, family: 0 }])
    },
  }
}
