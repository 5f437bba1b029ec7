/**
 * How this page proves to the backend that it is the one that was let in. The desktop window need not: its host answers
 * nobody else. A page in a browser exchanges the one-time token of its link for a session, which it keeps for as long as
 * its tab lives and sends with every call. Other tabs of the same page are given it when they ask; no other page can.
 */
import { useSyncExternalStore } from 'react'
import { desktop } from './desktop.ts'

/** As the backend answers the exchange (src-main/hosts/headless/sessions.ts). */
interface Pass {
  session: string
  /** In the addresses of pictures, where no header can be sent. */
  pictureKey: string
}

/** `out`: nobody let this page in, or the session is over. */
export type Entrance = 'entering' | 'in' | 'out'

const keptAs = 'catalog-desk-session'
/** How long another tab is waited for, in milliseconds. */
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
 * Lets this page in, if anything does: its link, what it kept over a reload, or another tab. Resolves when it is in,
 * which may be later, or never.
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
    if (data === 'who is in?') {
      if (entrance === 'in') tabs.postMessage(pass)
    } else if (isPass(data) && entrance !== 'in') take(data)
  }
  const given = (await exchangeToken()) ?? keptPass()
  if (given) {
    take(given)
    // A tab that lost its session goes on with this one.
    tabs.postMessage(given)
  } else {
    tabs.postMessage('who is in?')
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

/** The token stands behind `#`, which no request carries, and leaves the address at once. */
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

/** `fetch` as this page, which learns here that its session is over. */
export async function fetchAsPage(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const used = pass
  const request = new Request(input, init)
  if (used) request.headers.set('authorization', `Bearer ${used.session}`)
  const response = await fetch(request)
  // Another tab may have brought a new one meanwhile.
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

/** Whether this page has been let in. */
export const useEntrance = (): Entrance => useSyncExternalStore(subscribe, () => entrance)
