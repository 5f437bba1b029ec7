import {
  type CompiledMessage,
  type CompiledMessageToken,
  compileMessage,
} from '@lingui/message-utils/compileMessage'
import type { Locator, Page } from '@playwright/test'

/** The English texts of the interface with their translations; an ambiguous text has several. */
type Translations = ReadonlyMap<string, readonly string[]>

const finders = new Set(['getByRole', 'getByText', 'getByLabel', 'getByTitle', 'getByPlaceholder'])

/** A proxy of a page in another language whose locators accept the English texts. */
export const translatedPage = (page: Page, texts: Translations): Page => translated(page, texts)

function translated<T extends Page | Locator>(place: T, texts: Translations): T {
  const inLanguage = (text: unknown): unknown => {
    if (typeof text !== 'string' && !(text instanceof RegExp)) return text
    const found =
      typeof text === 'string' ? (texts.get(text) ?? matchingFilled(text, texts)) : matching(text, texts)
    // A text that is not part of the interface is a value, the same in every language.
    if (found.length === 0) return text
    const own = typeof text === 'string' ? [] : [text.source]
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

const matching = (text: RegExp, texts: Translations): string[] =>
  [...texts].filter(([english]) => text.test(english)).flatMap(([, translations]) => translations)

/** The translations of the messages that produce this text when their placeholders are filled in. */
const matchingFilled = (words: string, texts: Translations): string[] =>
  [...texts]
    .filter(([english]) => english.includes('{') && isFormOf(words, english))
    .flatMap(([, translations]) => translations)

const isFormOf = (words: string, message: string): boolean =>
  formsOf(compileMessage(message)).some(
    (form) => form.join('').trim() !== '' && new RegExp(`^${patternOfForm(form)}$`).test(words),
  )

/** A pattern for a filled-in translation: placeholders match anything, and elements are removed. */
const patternOf = (translation: string): string =>
  `(?:${formsOf(compileMessage(translation)).map(patternOfForm).join('|')})`

const patternOfForm = (form: readonly string[]): string =>
  form.map((piece) => piece.replace(/<\/?\w+\/?>/g, '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')

/**
 * The forms of a message, one per combination of plural choices, as the pieces of text between placeholders.
 */
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
