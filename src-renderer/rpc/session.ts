/**
 * The session by which the backend knows this page. The desktop window needs none: its host answers only its own window.
 * A page in a browser exchanges the one-time token of its link for a session, keeps the session until the tab is closed,
 * and sends it with every call. Other tabs of the same page get the session when they ask for it; other pages cannot.
 */
import { useSyncExternalStore } from 'react'
import { desktop } from './desktop.ts'

/** As the backend answers the exchange (src-main/hosts/headless/page/sessions.ts). */
interface Pass {
  session: string
  /** Stands in the addresses of pictures, because an `<img>` sends no header. */
  pictureKey: string
}

/** `out`: the page has no session, or its session has ended. */
type Entrance = 'entering' | 'in' | 'out'

const keptAs = 'catalog-desk-session'
/** What a page without a session asks the others. It is no text of the page: both sides write it alike in any language. */
const whoIsIn = 'who is in?'
/** Milliseconds to wait for the answer of another tab. */
const answerTime = 400

let entrance: Entrance = desktop ? 'in' : 'entering'
let pass: Pass | undefined
const listeners = new Set<() => void>()
const tabs = desktop ? undefined : new BroadcastChannel(keptAs)

function change(next: Entrance): void {
  entrance = next
  for (const listener of listeners) listener()
}

function isPass(value: unknown): value is Pass {
  if (typeof value !== 'object' || value === null) return false
  const { session, pictureKey } = value as Partial<Pass>
  return typeof session === 'string' && typeof pictureKey === 'string'
}

function take(given: Pass): void {
  pass = given
  sessionStorage.setItem(keptAs, JSON.stringify(given))
  change('in')
}

/**
 * Gets a session from the link, from before a reload, or from another tab. Resolves when the page has one, which may
 * never happen.
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
    if (data === whoIsIn) {
      if (entrance === 'in') tabs.postMessage(pass)
    } else if (isPass(data) && entrance !== 'in') take(data)
  }
  const given = (await exchangeToken()) ?? keptPass()
  if (given) {
    take(given)
    // Tabs that lost their session take this one.
    tabs.postMessage(given)
  } else {
    tabs.postMessage(whoIsIn)
    setTimeout(() => entrance === 'entering' && change('out'), answerTime)
  }
  return isIn
}

function keptPass(): Pass | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keptAs) ?? 'null')
    return isPass(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Exchanges the token of the address for a session. The token stands after `#`, which no request carries. */
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

/** `fetch` with this page's session. An answer 401 ends the session. */
export async function fetchAsPage(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const used = pass
  const request = new Request(input, init)
  if (used) request.headers.set('authorization', `Bearer ${used.session}`)
  const response = await fetch(request)
  // Another tab may have sent a new session meanwhile.
  if (response.status === 401 && used === pass && !desktop) {
    sessionStorage.removeItem(keptAs)
    change('out')
  }
  return response
}

/** The address of a picture as an `<img>` can load it. */
export const pictureSource = (address: string): string =>
  pass && address.startsWith('/pictures/') ? `${address}?key=${pass.pictureKey}` : address

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this page has a session. */
export const useEntrance = (): Entrance => useSyncExternalStore(subscribe, () => entrance)
