import tls from 'node:tls'

/** Codes of TLS failures that a further trusted authority may resolve. */
const untrusted = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

let areTrusted = false

/**
 * Makes a call, and repeats it once if a certificate was not trusted and the operating system's store of
 * authorities was not read yet. Nothing was sent by the first call then. Reading the store takes half a second,
 * which most calls do not need.
 */
export async function withSystemAuthorities<T>(send: () => Promise<T>): Promise<T> {
  const wereTrusted = areTrusted
  try {
    return await send()
  } catch (error) {
    if (wereTrusted || !isUntrusted(error)) throw error
    trustSystemAuthorities()
    return send()
  }
}

/**
 * Trusts the authorities in the operating system's store in addition to Node's own, as the browsers of this
 * computer do. New connections use them. Node before 22.19 has no access to the store.
 */
function trustSystemAuthorities(): void {
  if (areTrusted) return
  areTrusted = true
  if (typeof tls.setDefaultCACertificates !== 'function') return
  const authorities = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')]
  tls.setDefaultCACertificates([...new Set(authorities)])
}

const isUntrusted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && untrusted.has(String(error.code))
