import {
  type CompiledMessage,
  type CompiledMessageToken,
  compileMessage,
} from '@lingui/message-utils/compileMessage'
import type { Locator, Page } from '@playwright/test'

/** The English texts of the interface with their translations; one that means several things has several. */
type Translations = ReadonlyMap<string, readonly string[]>

const finders = new Set(['getByRole', 'getByText', 'getByLabel', 'getByTitle', 'getByPlaceholder'])

/** A page in another language, for one who looks for the English texts: each is found by its translation. */
export const translatedPage = (page: Page, texts: Translations): Page => translated(page, texts)

function translated<T extends Page | Locator>(place: T, texts: Translations): T {
  const inLanguage = (sought: unknown): unknown => {
    if (typeof sought !== 'string' && !(sought instanceof RegExp)) return sought
    const found =
      typeof sought === 'string' ? (texts.get(sought) ?? filledIn(sought, texts)) : matching(sought, texts)
    // What is no text of the interface is a value, the same in every language.
    if (found.length === 0) return sought
    const own = typeof sought === 'string' ? [] : [sought.source]
    return new RegExp([...own, ...found.map((text) => `^${patternOf(text)}`)].join('|'), 'i')
  }
  return new Proxy(place, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        const [first, options] = given
        if (name === 'getByRole' && typeof options === 'object' && options !== null && 'name' in options)
          given[1] = { ...options, name: inLanguage(options.name) }
        else if (finders.has(String(name)) && name !== 'getByRole') given[0] = inLanguage(first)
        const result: unknown = member.apply(target, given)
        return isLocator(result) ? translated(result, texts) : result
      }
    },
  })
}

const isLocator = (value: unknown): value is Locator =>
  typeof value === 'object' && value !== null && 'getByRole' in value

const matching = (sought: RegExp, texts: Translations): string[] =>
  [...texts].filter(([english]) => sought.test(english)).flatMap(([, translations]) => translations)

/** The translations of the texts that, with something in their places, are these words. */
const filledIn = (words: string, texts: Translations): string[] =>
  [...texts]
    .filter(([english]) => english.includes('{') && isFormOf(words, english))
    .flatMap(([, translations]) => translations)

const isFormOf = (words: string, message: string): boolean =>
  formsOf(compileMessage(message)).some(
    (form) => form.join('').trim() !== '' && new RegExp(`^${patternOfForm(form)}$`).test(words),
  )

/** A translation as it may be filled in: anything stands for a placeholder, and an element is not read aloud. */
const patternOf = (translation: string): string =>
  `(?:${formsOf(compileMessage(translation)).map(patternOfForm).join('|')})`

const patternOfForm = (form: readonly string[]): string =>
  form.map((piece) => piece.replace(/<\/?\w+\/?>/g, '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')

/** A message with each of its plural forms chosen in turn: the pieces of text, between which something is filled in. */
function formsOf(message: CompiledMessage): string[][] {
  return message.reduce<string[][]>(
    (forms, token) => forms.flatMap((form) => endingsOf(token).map((ending) => joined(form, ending))),
    [['']],
  )
}

const filled = [['', '']]
function endingsOf(token: CompiledMessageToken): string[][] {
  if (typeof token === 'string') return token === '#' ? filled : [[token]]
  const [, , choices] = token
  if (typeof choices !== 'object' || choices === null) return filled
  return Object.values(choices).flatMap((choice) => (Array.isArray(choice) ? formsOf(choice) : []))
}

const joined = (form: readonly string[], [next = '', ...others]: readonly string[]): string[] => [
  ...form.slice(0, -1),
  `${form.at(-1) ?? ''}${next}`,
  ...others,
]
