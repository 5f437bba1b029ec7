import type { Handler } from '../handler.ts'
import { answerLookup } from '../lookup-answer.ts'

export const manufacturer: Handler<'manufacturer'> = (call, context) =>
  answerLookup('manufacturer', call, context)
