import type { Handler } from '../handler.ts'
import { answerLookup } from '../lookup-answer.ts'

export const retailer: Handler<'retailer'> = (call, context) => answerLookup('retailer', call, context)
