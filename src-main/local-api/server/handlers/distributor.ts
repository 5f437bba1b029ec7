import type { Handler } from '../handler.ts'
import { answerLookup } from '../lookup-answer.ts'

export const distributor: Handler<'distributor'> = (call, context) =>
  answerLookup('distributor', call, context)
