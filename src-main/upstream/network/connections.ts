import type { LookupFunction } from 'node:net'
import type { DecoratorHandler, Dispatcher } from 'undici'
import type { CallLimits } from '../call-limits.ts'
import type { Network } from './network.ts'

/** `keepAlive`: connections are reused; `single`: each call has a new connection. */
export type ConnectionKind = 'keepAlive' | 'single'

interface ConnectionOptions {
  network: Network
  /** Resolves host names for direct connections; the system resolver when absent. */
  lookup?: LookupFunction | undefined
}

/** How one call connects. */
export interface CallConnection {
  dispatcher: Dispatcher
  /** The proxy's URL; absent for a direct connection. */
  proxy?: string
  /** Calls `onStart` when undici starts to write a request. Before that, nothing can have arrived. */
  interceptStart(onStart: () => void): Dispatcher.DispatcherComposeInterceptor
  /** Closes a connection of its own after its call; kept-alive connections remain. */
  release(): void
}

/**
 * The connections to a service, directly or through the proxy of each address. undici is loaded at the first
 * call, because storage threads and most commands never make one.
 */
export function openConnections(limits: CallLimits, { network, lookup }: ConnectionOptions) {
  const times = { headersTimeout: limits.answer, bodyTimeout: limits.silence }
  const connect = { timeout: limits.connect, ...(lookup && { lookup }) }
  const optionsOf = {
    keepAlive: { ...times, connections: 10, keepAliveTimeout: 5_000 },
    single: { ...times, pipelining: 0 },
  }
  /** By kind and proxy, also while one is being opened: calls that begin together share it. */
  const opened = new Map<string, Promise<Dispatcher>>()
  const single = new Set<Dispatcher>()
  let isClosed = false

  async function open(kind: ConnectionKind, proxy: string | undefined): Promise<Dispatcher> {
    const { Agent, Pool, ProxyAgent } = await import('undici')
    if (proxy === undefined) return new Agent({ ...optionsOf[kind], connect })
    const account = await network.accountOf(proxy)
    return new ProxyAgent({
      ...optionsOf[kind],
      uri: proxy,
      ...(account && { token: basic(account) }),
      connectTimeout: limits.connect,
      // Also for plain http, where undici would drop the time limits.
      factory: (origin, options) => new Pool(origin, { ...optionsOf[kind], ...options }),
    })
  }

  return {
    async of(kind: ConnectionKind, address: string): Promise<CallConnection> {
      const proxy = await network.proxyOf(address)
      const { DecoratorHandler } = await import('undici')
      const interceptStart = interceptStartWith(DecoratorHandler)
      // Through a proxy, undici reuses connections whatever its options, so a single call has its own agent.
      if (proxy !== undefined && kind === 'single') {
        const dispatcher = await open(kind, proxy)
        single.add(dispatcher)
        if (isClosed) await dispatcher.destroy()
        return {
          dispatcher,
          proxy,
          interceptStart,
          release() {
            single.delete(dispatcher)
            void dispatcher.destroy()
          },
        }
      }
      const key = `${kind} ${proxy ?? ''}`
      const opening = opened.get(key) ?? open(kind, proxy)
      opened.set(key, opening)
      // One that failed to open is opened anew by the next call.
      opening.catch(() => opened.delete(key))
      const dispatcher = await opening
      if (isClosed) await dispatcher.destroy()
      return { dispatcher, ...(proxy && { proxy }), interceptStart, release: () => undefined }
    },
    async close(): Promise<void> {
      isClosed = true
      const kept = await Promise.allSettled(opened.values())
      const dispatchers = kept.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      await Promise.all([...dispatchers, ...single].map((dispatcher) => dispatcher.destroy()))
    },
  }
}

const basic = ({ username, password }: { username: string; password: string }): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

function interceptStartWith(decorator: typeof DecoratorHandler): CallConnection['interceptStart'] {
  // Forwards every callback; undici's own types lack some of the class's methods.
  const Forwarding = decorator as new (handler: Dispatcher.DispatchHandler) => Dispatcher.DispatchHandler
  class StartHandler extends Forwarding {
    readonly #onStart: () => void
    constructor(handler: Dispatcher.DispatchHandler, onStart: () => void) {
      super(handler)
      this.#onStart = onStart
    }
    override onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
      this.#onStart()
      super.onRequestStart?.(controller, context)
    }
  }
  return (onStart) => (dispatch) => (options, handler) =>
    dispatch(options, new StartHandler(handler, onStart))
}
