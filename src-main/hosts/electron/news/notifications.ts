/** Notifications of the system about feeds that are done or need a person. */
import { BrowserWindow, Notification } from 'electron'
import { createNewsReader, type OutboxNews } from '../../../../src-shared/feeds/outbox/outbox-news.ts'
import type { Opening } from '../../../../src-shared/opening.ts'
import type { Speak } from '../texts.ts'
import { followChanges, type Source } from './follow-changes.ts'

/** Maximum number of characters, because a system cuts longer ones anywhere. */
const maxTitle = 200
const maxBody = 500

interface Actions {
  speak: Speak
  /** Called when the person clicks a notification. */
  open(opening: Opening): void
}

/**
 * Shows a notification for each feed or batch that ends or begins to need a person from now on, also without
 * a window. While a window has the focus, its page reports that instead.
 */
export function notifyOfOutbox(source: Source, actions: Actions): void {
  let workspace: unknown
  let since = ''
  let read = createNewsReader()

  followChanges(source, ['outbox'], async () => {
    const current = source.current()
    if (!current) return
    if (current !== workspace) {
      workspace = current
      since = new Date().toISOString()
      read = createNewsReader()
    }
    // A workspace that is being closed cannot be read.
    const entries = await (async () => current.services.outbox().news({ since }))().catch(() => [])
    const news = read(entries)
    if (BrowserWindow.getFocusedWindow()) return
    for (const one of news) show(one, actions)
  })
}

/** Notifications without a reference may be removed from memory, and would then ignore clicks. */
const shown = new Set<Notification>()

function show({ title, body, feed }: OutboxNews, { speak, open }: Actions): void {
  if (!Notification.isSupported()) return
  const notification = new Notification({
    title: speak(title).slice(0, maxTitle),
    body: speak(body).slice(0, maxBody),
  })
  shown.add(notification)
  notification.on('close', () => shown.delete(notification))
  notification.on('click', () => {
    shown.delete(notification)
    open(feed === undefined ? { open: 'outbox' } : { open: 'feed', id: feed })
  })
  notification.show()
}
