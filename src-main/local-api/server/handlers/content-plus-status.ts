import { answerStatus } from '../feed-answers.ts'
import type { Handler } from '../handler.ts'

export const contentPlusStatus: Handler<'contentPlusStatus'> = (call, context) =>
  answerStatus('contentplus', call, context)
