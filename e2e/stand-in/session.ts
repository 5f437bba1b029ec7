/** What a window shares with others of its partition: schemes, permissions, requests. */
import { EventEmitter } from 'node:events'
import { type Json, send } from './chromium.ts'
import { Protocol, toPage } from './protocol.ts'

type Check = (contents: unknown, permission: string, origin: string, details: Json) => boolean
type Ask = (contents: unknown, permission: string, answer: (allowed: boolean) => void, details: Json) => void
type Before = (details: Json, answer: (verdict: { cancel?: boolean }) => void) => void

/** Electron's names of permissions to those of Chromium's DevTools. */
const chromiumNames: Record<string, string[]> = {
  'clipboard-read': ['clipboard-read'],
  'clipboard-sanitized-write': ['clipboard-write'],
  'display-capture': ['display-capture'],
  geolocation: ['geolocation'],
  media: ['microphone', 'camera'],
  notifications: ['notifications'],
}

class Session extends EventEmitter {
  readonly protocol = new Protocol()
  #check: Check | null = null
  #ask: Ask | null = null
  #before: Before | null = null
  setPermissionCheckHandler(handler: Check | null): void {
    this.#check = handler
  }
  setPermissionRequestHandler(handler: Ask | null): void {
    this.#ask = handler
  }
  setDevicePermissionHandler(): void {}
  setBluetoothPairingHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  setSpellCheckerEnabled(): void {}
  webRequest = {
    onBeforeRequest: (listener: Before | null): void => {
      this.#before = listener
    },
  }

  /** What Electron does when a page needs a permission: checks it, and asks for it if that is not enough. */
  async permit(contents: unknown, permission: string, origin: string, details: Json): Promise<void> {
    const asked = (): Promise<boolean> =>
      new Promise((resolve) =>
        this.#ask ? this.#ask(contents, permission, resolve, details) : resolve(true),
      )
    const allowed = this.#check?.(contents, permission, origin, details) || (await asked())
    for (const name of chromiumNames[permission] ?? [])
      await send('Browser.setPermission', {
        permission: { name },
        setting: allowed ? 'granted' : 'denied',
        origin: toPage(origin).replace(/\/$/, ''),
      })
  }

  cancels = (details: Json): Promise<boolean> =>
    new Promise((resolve) => {
      if (this.#before) this.#before(details, ({ cancel = false }) => resolve(cancel))
      else resolve(false)
    })
}

const defaultSession = new Session()
export const protocol = defaultSession.protocol
const partitions = new Map<string, Session>()
export const session = {
  defaultSession,
  fromPartition(name: string): Session {
    const known = partitions.get(name) ?? (name === '' ? defaultSession : new Session())
    partitions.set(name, known)
    return known
  },
}
