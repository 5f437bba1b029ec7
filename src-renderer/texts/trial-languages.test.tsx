import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { afterAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OutboxFeed, OutboxOverview } from '../../src-shared/feeds/outbox/model.ts'
import { noFeeds, outboxStates } from '../../src-shared/feeds/outbox/outbox-state.ts'
import { pseudoText } from '../../src-shared/texts/pseudo-text.ts'
import { startTexts } from './start.ts'
import '../ui/theme.css'

const feeds = outboxStates.map(
  (state, number): OutboxFeed => ({
    id: `f${number}`,
    kind: 'update',
    name: `feed-${number}`,
    state,
    counters: { received: 3, succeeded: 1, failed: 1, processing: 1 },
    itemCount: 3,
    bytes: 900,
    attempts: 1,
    note: '',
    createdAt: '2026-11-01T10:00:00Z',
    updatedAt: '2026-11-01T10:00:00Z',
  }),
)
const overview: OutboxOverview = {
  counts: { ...noFeeds, queued: 12, failed: 5 },
  held: 1,
  elsewhere: [],
  entries: { 'under-way': 12, 'needs-you': 5, done: 0, withdrawn: 0 },
  paused: true,
  reachable: true,
  reachedAt: new Date().toISOString(),
  needsCredentials: false,
}
await startTexts('pseudo')
// Loaded after the language, like all modules with texts.
const { installBackend } = await import('../testing/test-backend.ts')
installBackend({
  workspace: {
    state: () => ({
      role: 'new',
      directory: '/kept/here',
      host: 'electron',
      version: '1.2.3',
      localApi: { running: true, address: 'http://127.0.0.1:8642', username: 'desk' },
      items: 0,
    }),
  },
  upkeep: { state: () => ({}) },
  workspaces: { list: () => ({ workspaces: [] }) },
  outbox: {
    overview: () => overview,
    entries: () => ({ total: feeds.length, offset: 0, entries: feeds.map((feed) => ({ feed })) }),
  },
  computer: { settings: () => ({}), setSettings: () => ({}) },
})
const { queryClient } = await import('../rpc/client.ts')
const { TooltipProvider } = await import('../ui/overlays/tooltip.tsx')

afterAll(() => startTexts('en'))

/** Names, addresses and codes that are the same in every language. */
const untranslated =
  /^(\d+ [A-Z][a-z]{2,3} \d{4}(, \d\d:\d\d)?|Catalog Desk|feed-\d+|desk|\/kept\/here|http.*|XML|Esc|Ctrl|Alt|Shift|Mod|Enter|Space|English|Deutsch|Español|Français|[A-Z0-9⌘⇧⌥ .+-]+)$/

/** Texts and labels not marked for translation: they have letters that would get accents, but no accents. */
function unmarked(): string[] {
  const found = new Set<string>()
  const check = (text: string | null | undefined): void => {
    const words = text?.trim() ?? ''
    if (!/[A-Za-z]*[aeiouycnsAEIOUYCNS][A-Za-z]+/.test(words) || untranslated.test(words)) return
    if (!/[åéîöûýçñšÅÉÎÖÛÝÇÑŠ]/.test(words)) found.add(words)
  }
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode()) {
    const within = nodes.currentNode.parentElement
    if (!within?.closest('style, script, code, pre, kbd, time')) check(nodes.currentNode.textContent)
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) check(element.getAttribute(name))
  return [...found].sort()
}

const screens: [string, () => Promise<ComponentType>, string][] = [
  [
    'start',
    async () => (await import('../screens/start/start-screen.tsx')).StartScreen,
    pseudoText('sample').slice(0, 6),
  ],
  [
    'settings',
    async () => (await import('../screens/settings/settings-screen.tsx')).SettingsScreen,
    pseudoText('About').slice(0, 5),
  ],
  ['outbox', async () => (await import('../screens/feeds/outbox/outbox-screen.tsx')).OutboxScreen, 'feed-3'],
]

test.each(screens)('every text of the screen %s is marked for translation', async (_, load, awaited) => {
  queryClient.clear()
  window.history.replaceState(null, '', '/')
  const Screen = await load()
  await render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <Screen />
      </TooltipProvider>
    </QueryClientProvider>,
  )
  await expect.poll(() => document.body.textContent?.includes(awaited)).toBe(true)
  expect(unmarked()).toEqual([])
})

test('the mirrored pseudo-language sets the direction, and nothing overflows', async () => {
  await startTexts('mirrored')
  expect(document.documentElement.dir).toBe('rtl')
  const { StartScreen } = await import('../screens/start/start-screen.tsx')
  await render(
    <QueryClientProvider client={queryClient}>
      <StartScreen />
    </QueryClientProvider>,
  )
  const heading = page.getByRole('heading').first()
  await expect.element(heading).toBeVisible()
  expect(getComputedStyle(heading.element()).direction).toBe('rtl')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
})
