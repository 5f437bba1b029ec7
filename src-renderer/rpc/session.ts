/**
 * The session that authenticates this page to the backend. The desktop window needs none, because its host
 * answers only its own window. A page in a browser exchanges the one-time token of its link for a session,
 * keeps the session until the tab is closed, and sends it with every call. Other tabs of the same page
 * receive the session on request; other pages cannot.
 */
import { t } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'
import { pageHeader } from '../../src-shared/desktop-bridge.ts'
import { said } from '../texts/translate-message.ts'
import { desktop } from './desktop.ts'

/** Answer of the token exchange (src-main/hosts/headless/page/sessions.ts). */
interface Credentials {
  session: string
  /** Added to image URLs, because an `<img>` sends no header. */
  pictureKey: string
}

/** State of this page's session. `out`: there is none, or it has ended. */
type SessionState = 'entering' | 'in' | 'out'

const storageKey = 'catalog-desk-session'
/**
 * Message by which a page without a session requests one from other tabs. It is a protocol constant, not a
 * translated text.
 */
const sessionRequest = 'who is in?'
/** Milliseconds to wait for the answer of another tab. */
const answerTimeout = 400

let sessionState: SessionState = desktop ? 'in' : 'entering'
let credentials: Credentials | undefined
const listeners = new Set<() => void>()
const tabs = desktop ? undefined : new BroadcastChannel(storageKey)

function change(next: SessionState): void {
  sessionState = next
  for (const listener of listeners) listener()
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== 'object' || value === null) return false
  const { session, pictureKey } = value as Partial<Credentials>
  return typeof session === 'string' && typeof pictureKey === 'string'
}

function setCredentials(received: Credentials): void {
  credentials = received
  sessionStorage.setItem(storageKey, JSON.stringify(received))
  change('in')
}

/**
 * Gets a session from the link, from session storage after a reload, or from another tab. Resolves when the
 * page has a session, which may never happen.
 */
export async function requestSession(): Promise<void> {
  if (!tabs) return
  const sessionReady = new Promise<void>((resolve) => {
    const unsubscribe = subscribe(() => {
      if (sessionState !== 'in') return
      unsubscribe()
      resolve()
    })
  })
  tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === sessionRequest) {
      if (sessionState === 'in') tabs.postMessage(credentials)
    } else if (isCredentials(data) && sessionState !== 'in') setCredentials(data)
  }
  const received = (await exchangeToken()) ?? storedCredentials()
  if (received) {
    setCredentials(received)
    // Tabs whose session has ended use this one.
    tabs.postMessage(received)
  } else {
    tabs.postMessage(sessionRequest)
    setTimeout(() => sessionState === 'entering' && change('out'), answerTimeout)
  }
  return sessionReady
}

function storedCredentials(): Credentials | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    return isCredentials(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

/**
 * Exchanges the token of the page's URL for a session. The token is in the fragment, which is not sent with
 * requests.
 */
async function exchangeToken(): Promise<Credentials | undefined> {
  const [, token] = /^#token=([\w-]+)$/.exec(window.location.hash) ?? []
  if (token === undefined) return undefined
  window.history.replaceState(null, '', window.location.pathname + window.location.search)
  const answer = await fetch('/session', { method: 'POST', body: JSON.stringify({ token }) }).catch(
    () => undefined,
  )
  const received: unknown = answer?.ok ? await answer.json() : undefined
  return isCredentials(received) ? received : undefined
}

/** Whether people sign in to this page by name and password. The host writes it into the page. */
export const signsIn = (): boolean => document.documentElement.dataset['signIn'] !== undefined

/** Signs in a person; this page and the other tabs get the session. @throws Error with the reason for the person */
export async function signIn(name: string, password: string): Promise<void> {
  const answer = await fetch('/session', { method: 'POST', body: JSON.stringify({ name, password }) })
  const received: unknown = await answer.json().catch(() => undefined)
  if (answer.ok && isCredentials(received)) {
    setCredentials(received)
    tabs?.postMessage(received)
    return
  }
  const { message } = Object(received) as { message?: unknown }
  throw new Error(
    typeof message === 'string' ? said(message) : t`Signing in failed with the status ${answer.status}.`,
  )
}

/** Forgets the session of this page and opens the page anew, which then asks to sign in. */
export function leave(): void {
  sessionStorage.removeItem(storageKey)
  window.location.assign('/')
}

/** `fetch` with this page's session, or its identifier in the desktop window. A 401 response ends the session. */
export async function fetchWithSession(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const used = credentials
  const request = new Request(input, init)
  if (used) request.headers.set('authorization', `Bearer ${used.session}`)
  if (desktop) request.headers.set(pageHeader, desktop.pageId)
  const response = await fetch(request)
  // Another tab may have sent a new session in the meantime.
  if (response.status === 401 && used === credentials && !desktop) {
    sessionStorage.removeItem(storageKey)
    change('out')
  }
  return response
}

/** URL of a picture that an `<img>` can load, with the key of the session. */
export const pictureSource = (address: string): string =>
  credentials && address.startsWith('/pictures/') ? `${address}?key=${credentials.pictureKey}` : address

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Whether this page has ever had a session in a browser. The first requests are sent before the page is drawn,
 * so a stored session may have ended by then.
 */
export const hadSession = (): boolean => credentials !== undefined

/** State of this page's session. */
export const useSessionState = (): SessionState => useSyncExternalStore(subscribe, () => sessionState)
