import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPrivateAddress, literalAddress } from './private-address.ts'

/** Every address of a name, as `dns.lookup` with `all` gives them. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A picture's address leads into a private network that the connection has no business in. */
export class PrivateAddressError extends Error {
  constructor(hostname: string, address: string) {
    super(
      `The host ${hostname} leads to ${address}, an address inside a private network. A connection to a service on the internet does not fetch from there.`,
    )
    this.name = 'PrivateAddressError'
  }
}

export interface AddressGuard {
  /** For a connection's `lookup`: what it answers is what is connected to, so that a name cannot change in between. */
  lookup: LookupFunction
  /** The same judgement for a host written as an IP address, which is never looked up. @throws PrivateAddressError */
  judge(url: URL): Promise<void>
}

/**
 * Lets connections be made to public addresses only, unless the service itself is on this computer or in its network:
 * a record could name any machine there, and a name can be made to lead anywhere.
 */
export function guardAddresses(
  serviceAddress: string,
  lookupAll: LookupAll = (hostname, options, callback) => systemLookup(hostname, options, callback),
): AddressGuard {
  const service = new URL(serviceAddress)
  let local: Promise<boolean> | undefined
  /** Asked once, and kept: a service does not move into this network while it is connected. */
  const serviceIsLocal = (): Promise<boolean> => {
    local ??= addressesOf(service).then((found) => found.some(({ address }) => isPrivateAddress(address)))
    // While its name cannot be looked up nothing is known of it; that is asked again.
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
