import { acknowledgeFeed } from '../feed-answers.ts'
import type { Handler } from '../handler.ts'

export const createItems: Handler<'createItems'> = (call, context) => acknowledgeFeed('create', call, context)
