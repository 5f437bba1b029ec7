import type { Json } from '../chromium.ts'
import { fromPage } from '../protocol.ts'

/** The part of Electron's `WebFrameMain` that is used to check the sender of a message. */
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
  /** A document without its own address inherits the origin of its creator. */
  get origin(): string {
    return this.parent && this.url.startsWith('about:') ? this.parent.origin : this.#origin
  }
  navigated({ url, securityOrigin }: Json): void {
    this.url = fromPage(url)
    this.#origin = fromPage(securityOrigin)
  }
}

/** The frames of one page as reported by DevTools, and the frame of each script context. */
export class Frames {
  #byId = new Map<string, Frame>()
  #byContext = new Map<number, string>()
  #main: Frame | undefined

  /** Registers the main frame, whose id is that of the page. */
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
