import type { Json } from '../chromium.ts'
import { fromPage } from '../protocol.ts'

/** `WebFrameMain` of Electron, as far as a message's sender is judged by it. */
export class Frame {
  readonly id: string
  readonly parent: Frame | null
  url = 'about:blank'
  #origin = 'null'
  constructor(id: string, parent: Frame | null) {
    this.id = id
    this.parent = parent
  }
  get top(): Frame {
    return this.parent?.top ?? this
  }
  /** A document without an address of its own has the origin of the one that made it. */
  get origin(): string {
    return this.parent && this.url.startsWith('about:') ? this.parent.origin : this.#origin
  }
  navigated({ url, securityOrigin }: Json): void {
    this.url = fromPage(url)
    this.#origin = fromPage(securityOrigin)
  }
}

/** The frames of one page, told by DevTools; and which of them a script context belongs to. */
export class Frames {
  #byId = new Map<string, Frame>()
  #byContext = new Map<number, string>()
  #main: Frame | undefined

  /** Known from the first moment; its id is that of the page. */
  begin(id: string): void {
    this.#main = new Frame(id, null)
    this.#byId.set(id, this.#main)
  }
  get main(): Frame | null {
    return this.#main ?? null
  }
  get = (id: string): Frame | null => this.#byId.get(id) ?? null
  ofContext = (context: number): Frame | null => this.get(this.#byContext.get(context) ?? '')

  onEvent(method: string, parameters: Json): void {
    if (method === 'Page.frameAttached')
      this.#byId.set(
        parameters['frameId'],
        new Frame(parameters['frameId'], this.get(parameters['parentFrameId'])),
      )
    if (method === 'Page.frameNavigated') this.get(parameters['frame'].id)?.navigated(parameters['frame'])
    if (method === 'Page.frameDetached') this.#byId.delete(parameters['frameId'])
    if (method === 'Runtime.executionContextCreated')
      this.#byContext.set(parameters['context'].id, parameters['context'].auxData?.frameId ?? '')
    if (method === 'Runtime.executionContextDestroyed')
      this.#byContext.delete(parameters['executionContextId'])
    if (method === 'Runtime.executionContextsCleared') this.#byContext.clear()
  }
}
