import type { Handler } from '../handler.ts'
import { answerLookup } from '../lookup-answer.ts'

export const brand: Handler<'brand'> = (call, context) => answerLookup('brand', call, context)
