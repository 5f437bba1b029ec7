import { counted, say } from '../../src-shared/texts/say.ts'

/** Note about texts in further languages that a file cannot store; undefined if there are none. */
export const furtherTextsNote = (texts: number): string | undefined =>
  texts > 0
    ? say`${counted(texts, 'text')} in further languages left out: the file has room for one language of each text. The catalog keeps them.`
    : undefined
