import { acknowledgeFeed } from '../feed-answers.ts'
import type { Handler } from '../handler.ts'

export const updateItem: Handler<'updateItem'> = (call, context) => acknowledgeFeed('update', call, context)
