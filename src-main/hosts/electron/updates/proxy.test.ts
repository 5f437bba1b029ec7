import { EventEmitter } from 'node:events'
import type { AppUpdater } from 'electron-updater'
import { expect, test } from 'vitest'
import type { Network } from '../../../upstream/index.ts'
import { proxyFor } from './proxy.ts'

const address = 'https://updates.example/'
let proxy: string | Error | undefined
const network: Network = {
  async proxyOf() {
    if (proxy instanceof Error) throw proxy
    return proxy
  },
  accountOf: async (of) => ({ username: 'anna', password: `of ${of}` }),
}
const settings: unknown[] = []
const netSession = { setProxy: async (setting: unknown) => void settings.push(setting) }
const updater = Object.assign(new EventEmitter(), { netSession })
const prepare = proxyFor(updater as unknown as AppUpdater, network, address)

test.each([
  [
    'the proxy of the other calls',
    'http://proxy.example:3128',
    { mode: 'fixed_servers', proxyRules: 'http://proxy.example:3128' },
  ],
  ['no proxy', undefined, { mode: 'direct' }],
  ["the system's own, if only Chromium knows its kind", new Error('socks'), { mode: 'system' }],
])('uses %s', async (_name, found, expected) => {
  proxy = found
  await prepare()
  expect(settings.at(-1)).toEqual(expected)
})

/** Asks for an account as Electron does. */
const ask = (isProxy: boolean): Promise<unknown[]> =>
  new Promise((resolve) => updater.emit('login', { isProxy }, (...answer: unknown[]) => resolve(answer)))

test('answers the proxy with the stored account, and no server', async () => {
  proxy = 'http://proxy.example:3128'
  await prepare()
  expect(await ask(true)).toEqual(['anna', 'of http://proxy.example:3128'])
  expect(await ask(false)).toEqual(['', ''])
})
