import { plural, t } from '@lingui/core/macro'
import { kindTitles } from '../../../src-shared/drafts/check-payload.ts'
import type { FeedKind } from '../../../src-shared/drafts/model.ts'
import { wholeNumber } from '../../ui/words.ts'

interface Named {
  kind: FeedKind
  name: string
  isNameMade?: true | undefined
  /** Of a feed: the batch whose part it is. */
  batch?: string | undefined
  /** Of a feed: who posted it to the local API. */
  postedBy?: string | undefined
}

/** What a draft, a feed or a batch is called on this page: what the program made of its name is in the page's language. */
export function shownName(named: Named): string {
  const { kind, name, isNameMade, batch } = named
  if (named.postedBy !== undefined && name === `Posted by ${named.postedBy}`)
    return t`Posted by ${named.postedBy}`
  const part = batch === undefined ? null : /^(.*) \((\d+) of (\d+)(?:, part ([\d.]+))?\)$/s.exec(name)
  if (part) {
    const [, whole = '', number = '', of = '', inner] = part
    const first = shownName({ kind, name: whole, isNameMade })
    return inner === undefined
      ? t`${first} (${number} of ${of})`
      : t`${first} (${number} of ${of}, part ${inner})`
  }
  return isNameMade ? madeName(kind, name) : name
}

function madeName(kind: FeedKind, name: string): string {
  const several = /^(.+) and (\d+) more$/s.exec(name)
  if (several) {
    const [, first = '', more] = several
    return t`${first} and ${wholeNumber(Number(more))} more`
  }
  const title = kindTitles[kind]
  if (name === title) return kindWord(kind)
  if (!name.startsWith(`${title}: `)) return name
  const what = name.slice(title.length + 2)
  const items = /^(\d+) items$/.exec(what)?.[1]
  const about = items === undefined ? what : plural(Number(items), { one: '# item', other: '# items' })
  return t`${kindWord(kind)}: ${about}`
}

function kindWord(kind: FeedKind): string {
  switch (kind) {
    case 'create':
      return t`New items`
    case 'update':
      return t`Update`
    case 'refresh':
      return t`Refresh`
    case 'contentplus':
      return 'Content+'
  }
}
