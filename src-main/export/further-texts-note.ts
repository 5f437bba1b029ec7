import { counted, say } from '../../src-shared/texts/say.ts'

/** What a person is told of texts in further languages that a file has no place for; undefined when there are none. */
export const furtherTextsNote = (texts: number): string | undefined =>
  texts > 0
    ? say`${counted(texts, 'text')} in further languages left out: the file has room for one language of each text. The catalog keeps them.`
    : undefined
