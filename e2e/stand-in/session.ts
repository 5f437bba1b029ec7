/** The state that windows of one partition share: schemes, permissions, request filters. */
import { EventEmitter } from 'node:events'
import { type Json, send } from './chromium.ts'
import { Protocol, toPage } from './protocol.ts'

type Check = (contents: unknown, permission: string, origin: string, details: Json) => boolean
type RequestHandler = (
  contents: unknown,
  permission: string,
  answer: (allowed: boolean) => void,
  details: Json,
) => void
type BeforeRequest = (details: Json, answer: (verdict: { cancel?: boolean }) => void) => void

/** Chromium's DevTools names of Electron's permissions. */
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
  #requestHandler: RequestHandler | null = null
  #beforeRequest: BeforeRequest | null = null
  setPermissionCheckHandler(handler: Check | null): void {
    this.#check = handler
  }
  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#requestHandler = handler
  }
  setDevicePermissionHandler(): void {}
  setBluetoothPairingHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  setSpellCheckerEnabled(): void {}
  /** The stand-in has no settings of a system. */
  resolveProxy = async (): Promise<string> => 'DIRECT'
  webRequest = {
    onBeforeRequest: (listener: BeforeRequest | null): void => {
      this.#beforeRequest = listener
    },
  }

  /** As in Electron: checks the permission, and requests it if the check does not grant it. */
  async permit(contents: unknown, permission: string, origin: string, details: Json): Promise<void> {
    const requested = (): Promise<boolean> =>
      new Promise((resolve) =>
        this.#requestHandler ? this.#requestHandler(contents, permission, resolve, details) : resolve(true),
      )
    const allowed = this.#check?.(contents, permission, origin, details) || (await requested())
    for (const name of chromiumNames[permission] ?? [])
      await send('Browser.setPermission', {
        permission: { name },
        setting: allowed ? 'granted' : 'denied',
        origin: toPage(origin).replace(/\/$/, ''),
      })
  }

  cancels = (details: Json): Promise<boolean> =>
    new Promise((resolve) => {
      if (this.#beforeRequest) this.#beforeRequest(details, ({ cancel = false }) => resolve(cancel))
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
