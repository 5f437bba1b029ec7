import { acknowledgeFeed } from '../feed-answers.ts'
import type { Handler } from '../handler.ts'

export const refreshItems: Handler<'refreshItems'> = (call, context) =>
  acknowledgeFeed('refresh', call, context)
