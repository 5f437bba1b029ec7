import { getProxyForUrl } from 'proxy-from-env'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { isOnThisComputer } from '../../../src-shared/values/this-computer.ts'
import type { ProxyAccount } from '../../../src-shared/workspace/model.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** How calls reach other computers: through which proxies, and with which accounts there. */
export interface Network {
  /**
   * Returns the URL of the proxy for an address; undefined for a direct connection. @throws PlainError
   * `PROXY_NOT_SUPPORTED`
   */
  proxyOf(address: string): Promise<string | undefined>
  /** Returns the account that the person entered for a proxy, if any. */
  accountOf(proxy: string): Promise<ProxyAccount | undefined>
}

/** A network whose accounts can be stored. */
interface KnownNetwork extends Network {
  storeAccount(proxy: string, account: ProxyAccount): Promise<void>
}

interface NetworkOptions {
  /**
   * The operating system's choice for an address, including its PAC script, in the notation of PAC: `DIRECT`,
   * or `PROXY host:port; DIRECT`. Absent on hosts that cannot ask the system.
   */
  systemProxy?: ((address: string) => Promise<string>) | undefined
  /** The store of proxy accounts, by the URL of the proxy. */
  secrets: Secrets
}

/**
 * The network of this computer. If the environment names a proxy (`HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY`,
 * with the exceptions of `NO_PROXY`), the system's settings are not used. This computer itself is always reached
 * directly.
 */
export function createNetwork({ systemProxy, secrets }: NetworkOptions): KnownNetwork {
  return {
    async proxyOf(address) {
      if (isOnThisComputer(address)) return undefined
      if (isInEnvironment()) return supportedProxy(getProxyForUrl(address))
      return systemProxy && proxyOfPac(await systemProxy(address))
    },
    async accountOf(proxy) {
      const stored = await secrets.get(keyOf(proxy))
      return stored === undefined ? undefined : (JSON.parse(stored) as ProxyAccount)
    },
    storeAccount: (proxy, account) => secrets.set(keyOf(proxy), JSON.stringify(account)),
  }
}

/** The same network with an account that is not stored yet. */
export const withAccount = (network: Network, account: ProxyAccount | undefined): Network =>
  account ? { ...network, accountOf: async () => account } : network

/** A network without proxies. */
export const directNetwork: Network = {
  proxyOf: async () => undefined,
  accountOf: async () => undefined,
}

const keyOf = (proxy: string): string => new URL(proxy).origin

/** The protocol of a proxy, by its keyword in PAC. */
const protocols: Record<string, string> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
}

/**
 * Returns the URL of the first proxy in the answer of a PAC script; undefined for a direct connection. The
 * further proxies of the answer are not tried.
 * @throws PlainError `PROXY_NOT_SUPPORTED`
 */
export function proxyOfPac(answer: string): string | undefined {
  const [first = ''] = answer.split(';', 1)
  const [keyword = '', host] = first.trim().split(/\s+/)
  if (keyword === '' || keyword.toUpperCase() === 'DIRECT') return undefined
  const protocol = protocols[keyword.toUpperCase()]
  if (protocol === undefined || host === undefined) throw notSupported(first.trim())
  return supportedProxy(`${protocol}://${host}`)
}

const isInEnvironment = (): boolean =>
  ['http_proxy', 'https_proxy', 'all_proxy'].some(
    (name) => process.env[name] || process.env[name.toUpperCase()],
  )

/** @param proxy the proxy's URL; empty for a direct connection */
function supportedProxy(proxy: string): string | undefined {
  if (proxy === '') return undefined
  const protocol = URL.canParse(proxy) ? new URL(proxy).protocol : ''
  if (protocol !== 'http:' && protocol !== 'https:') throw notSupported(proxy)
  return proxy
}

const notSupported = (proxy: string): PlainError =>
  new PlainError(
    'PROXY_NOT_SUPPORTED',
    say`This computer's settings name the proxy ${withoutPassword(proxy)}. Only http and https proxies can be used.`,
  )

/** A proxy's URL for messages: it may contain a password. */
export const withoutPassword = (proxy: string): string => proxy.replace(/\/\/[^/@]*@/, '//')
