import { answerStatus } from '../feed-answers.ts'
import type { Handler } from '../handler.ts'

export const itemFeedStatus: Handler<'itemFeedStatus'> = (call, context) =>
  answerStatus('items', call, context)
