import { acknowledgeFeed } from '../feed-answers.ts'
import type { Handler } from '../handler.ts'

export const publishContentPlus: Handler<'publishContentPlus'> = (call, context) =>
  acknowledgeFeed('contentplus', call, context)
