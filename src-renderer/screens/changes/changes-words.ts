import type { ChangeKind, ItemOrigin } from '../../../src-shared/history/model.ts'
import type { Tone } from '../../ui/badge.tsx'

/** How an item changed, in a word. */
export const changeKindWords: Record<ChangeKind, { label: string; tone: Tone }> = {
  changed: { label: 'Changed', tone: 'accent' },
  created: { label: 'New', tone: 'good' },
  gone: { label: 'No longer listed', tone: 'warn' },
}

/** What changed the items, and the screen one comes from. */
export const originScreens: Record<
  ItemOrigin['kind'],
  { noun: string; back: { href: string; label: string } }
> = {
  sync: { noun: 'run', back: { href: '/sync', label: 'Sync' } },
  feed: { noun: 'feed', back: { href: '/outbox', label: 'Outbox' } },
  import: { noun: 'import', back: { href: '/import', label: 'Import' } },
}
