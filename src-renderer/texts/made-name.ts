import { plural, t } from '@lingui/core/macro'
import type { ContentsName, Name } from '../../src-shared/feeds/draft/made-name.ts'
import { kinds } from '../../src-shared/feeds/kinds/kinds.ts'
import { wholeNumber } from '../ui/text/words.ts'
import { feedKindWords } from './feed-kinds.ts'

/**
 * A name in the language of the page; a name given by a person is returned unchanged. Answers are translated
 * when they are received.
 */
export function translatedName(name: Name): string {
  if (typeof name === 'string') return name
  switch (name.made) {
    case 'contents':
      return contentsWords(name)
    case 'begun-from': {
      const { first, more } = name
      return more === 0 ? first : t`${first} and ${wholeNumber(more)} more`
    }
    case 'search': {
      const about = name.text
      return t`${feedKindWords[name.kind].title()}: ${about}`
    }
    case 'version': {
      const { item, version } = name
      return t`${item}: values of version ${version}`
    }
    case 'posted':
      return t`Posted by ${name.by}`
    case 'part': {
      const { number, of } = name
      const first = translatedName(name.whole)
      const inner = name.inner?.join('.')
      return inner ? t`${first} (${number} of ${of}, part ${inner})` : t`${first} (${number} of ${of})`
    }
  }
}

function contentsWords({ kind, items, about: only }: ContentsName): string {
  if (kinds[kind].isNamedAfterItem && only !== undefined) return only
  const about = items === undefined ? only : plural(items, { one: '# item', other: '# items' })
  return about === undefined ? feedKindWords[kind].title() : t`${feedKindWords[kind].title()}: ${about}`
}
