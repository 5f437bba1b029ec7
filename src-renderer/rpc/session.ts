/**
 * The session that authenticates this page to the backend. The desktop window needs none, because its host
 * answers only its own window. A page in a browser exchanges the one-time token of its link for a session,
 * keeps the session until the tab is closed, and sends it with every call. Other tabs of the same page
 * receive the session on request; other pages cannot.
 */
import { useSyncExternalStore } from 'react'
import { desktop } from './desktop.ts'

/** Answer of the token exchange (src-main/hosts/headless/page/sessions.ts). */
interface Pass {
  session: string
  /** Added to image URLs, because an `<img>` sends no header. */
  pictureKey: string
}

/** State of this page's session. `out`: there is none, or it has ended. */
type Entrance = 'entering' | 'in' | 'out'

const storageKey = 'catalog-desk-session'
/**
 * Message by which a page without a session requests one from other tabs. It is a protocol constant, not a
 * translated text.
 */
const sessionRequest = 'who is in?'
/** Milliseconds to wait for the answer of another tab. */
const answerTimeout = 400

let entrance: Entrance = desktop ? 'in' : 'entering'
let pass: Pass | undefined
const listeners = new Set<() => void>()
const tabs = desktop ? undefined : new BroadcastChannel(storageKey)

function change(next: Entrance): void {
  entrance = next
  for (const listener of listeners) listener()
}

function isPass(value: unknown): value is Pass {
  if (typeof value !== 'object' || value === null) return false
  const { session, pictureKey } = value as Partial<Pass>
  return typeof session === 'string' && typeof pictureKey === 'string'
}

function setPass(given: Pass): void {
  pass = given
  sessionStorage.setItem(storageKey, JSON.stringify(given))
  change('in')
}

/**
 * Gets a session from the link, from session storage after a reload, or from another tab. Resolves when the
 * page has a session, which may never happen.
 */
export async function enter(): Promise<void> {
  if (!tabs) return
  const isIn = new Promise<void>((resolve) => {
    const unsubscribe = subscribe(() => {
      if (entrance !== 'in') return
      unsubscribe()
      resolve()
    })
  })
  tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === sessionRequest) {
      if (entrance === 'in') tabs.postMessage(pass)
    } else if (isPass(data) && entrance !== 'in') setPass(data)
  }
  const given = (await exchangeToken()) ?? storedPass()
  if (given) {
    setPass(given)
    // Tabs whose session has ended use this one.
    tabs.postMessage(given)
  } else {
    tabs.postMessage(sessionRequest)
    setTimeout(() => entrance === 'entering' && change('out'), answerTimeout)
  }
  return isIn
}

function storedPass(): Pass | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    return isPass(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

/**
 * Exchanges the token of the page's URL for a session. The token is in the fragment, which is not sent with
 * requests.
 */
async function exchangeToken(): Promise<Pass | undefined> {
  const [, token] = /^#token=([\w-]+)$/.exec(window.location.hash) ?? []
  if (token === undefined) return undefined
  window.history.replaceState(null, '', window.location.pathname + window.location.search)
  const answer = await fetch('/session', { method: 'POST', body: JSON.stringify({ token }) }).catch(
    () => undefined,
  )
  const given: unknown = answer?.ok ? await answer.json() : undefined
  return isPass(given) ? given : undefined
}

/** `fetch` with this page's session. A 401 response ends the session. */
export async function fetchAsPage(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const used = pass
  const request = new Request(input, init)
  if (used) request.headers.set('authorization', `Bearer ${used.session}`)
  const response = await fetch(request)
  // Another tab may have sent a new session in the meantime.
  if (response.status === 401 && used === pass && !desktop) {
    sessionStorage.removeItem(storageKey)
    change('out')
  }
  return response
}

/** URL of a picture that an `<img>` can load, with the key of the session. */
export const pictureSource = (address: string): string =>
  pass && address.startsWith('/pictures/') ? `${address}?key=${pass.pictureKey}` : address

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** State of this page's session. */
export const useEntrance = (): Entrance => useSyncExternalStore(subscribe, () => entrance)
