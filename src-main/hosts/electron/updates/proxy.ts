/** The proxy of the calls to the update server: the one that the other calls of the app use. */
import type { AppUpdater } from 'electron-updater'
import type { Network } from '../../../upstream/index.ts'

/** Answers the proxy's questions for an account. @returns a function that sets the proxy; call it before each call */
export function proxyFor(updater: AppUpdater, network: Network, address: string): () => Promise<void> {
  let proxy: string | undefined
  updater.on('login', ({ isProxy }, answer) => {
    void (async () => {
      const account = isProxy && proxy !== undefined ? await network.accountOf(proxy) : undefined
      // Empty words end the call.
      answer(account?.username ?? '', account?.password ?? '')
    })()
  })
  return async () => {
    // Chromium also knows kinds of proxies that the other calls do not.
    const found = await network.proxyOf(address).catch(() => 'system' as const)
    proxy = found === 'system' ? undefined : found
    await updater.netSession.setProxy(
      found === 'system'
        ? { mode: 'system' }
        : found === undefined
          ? { mode: 'direct' }
          : { mode: 'fixed_servers', proxyRules: new URL(found).origin },
    )
  }
}
