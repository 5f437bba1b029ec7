/** One page of Chromium with Electron's interface. */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { type Json, send } from '../chromium.ts'
import { invoke, ipcMain } from '../ipc.ts'
import { createCodec } from '../page/codec.js'
import { installPreload } from '../page/page.js'
import { fromPage, toPage } from '../protocol.ts'
import { session } from '../session.ts'
import { type Frame, Frames } from './frames.ts'
import { Navigation } from './navigation.ts'

const { encode, decode } = createCodec()
const all = new Set<WebContents>()

interface Window {
  close(): void
  isDestroyed(): boolean
}
type OpenHandler = (details: Json) => { action: 'allow' | 'deny' }

export class WebContents extends EventEmitter {
  readonly id: number
  readonly session
  readonly frames = new Frames()
  targetId = ''
  #window: Window
  #session = ''
  #attached = Promise.withResolvers<void>()
  #navigation = new Navigation(this)
  #openHandler: OpenHandler = () => ({ action: 'allow' })

  constructor(window: Window, id: number, preferences: Json) {
    super()
    this.#window = window
    this.id = id
    this.session = session.fromPartition(preferences['partition'] ?? '')
    all.add(this)
  }

  /** Creates and attaches the page. @param hear receives the id of the DevTools session of its events */
  async attach(options: Json, hear: (sessionId: string) => void): Promise<void> {
    const { width = 800, height = 600 } = options
    const target = await send('Target.createTarget', { url: 'about:blank', width, height, newWindow: true })
    this.targetId = target['targetId']
    this.frames.begin(this.targetId)
    const { sessionId } = await send('Target.attachToTarget', { targetId: this.targetId, flatten: true })
    this.#session = sessionId
    hear(sessionId)
    await Promise.all([
      this.#send('Page.enable'),
      this.#send('Network.enable'),
      this.#send('Inspector.enable'),
      this.#send('Runtime.enable'),
      this.#send('Runtime.addBinding', { name: '__electronIpc' }),
    ])
    const { preload, additionalArguments = [] } = options['webPreferences'] ?? {}
    if (preload) {
      const body = `function (require, process, module) { const exports = {}; ${readFileSync(preload, 'utf8')}\n}`
      const source = `(${installPreload})(${createCodec}, ${body}, ${JSON.stringify(additionalArguments)})`
      await this.#send('Page.addScriptToEvaluateOnNewDocument', { source })
    }
    await this.#send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    this.#attached.resolve()
  }

  #send = (method: string, parameters?: Json): Promise<Json> => send(method, parameters, this.#session)

  async onEvent(method: string, parameters: Json): Promise<void> {
    this.frames.onEvent(method, parameters)
    switch (method) {
      case 'Page.frameNavigated':
        if (!parameters['frame'].parentId) this.emit('did-navigate', {}, this.getURL())
        return
      case 'Inspector.targetCrashed':
        this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
        return
      case 'Runtime.bindingCalled':
        return parameters['name'] === '__electronIpc' ? this.#receive(parameters) : undefined
      case 'Page.frameRequestedNavigation':
        return this.#navigation.onRequested(parameters)
      case 'Fetch.requestPaused':
        return this.#navigation.paused(parameters, this.#session)
      case 'Page.windowOpen':
        return this.#onWindowOpen(parameters)
      case 'Page.loadEventFired':
        this.emit('did-finish-load')
    }
  }

  #onWindowOpen({ url, windowName, windowFeatures }: Json): void {
    const details = {
      url: fromPage(url) || 'about:blank',
      frameName: windowName,
      features: windowFeatures.join(),
    }
    if (this.#openHandler(details).action !== 'deny')
      throw new Error('The stand-in has no windows that a page opens: deny them')
  }

  async #receive({ payload, executionContextId }: Json): Promise<void> {
    const frame = this.frames.ofContext(executionContextId)
    const { invoke: reply, permission, file, channel, args } = decode(payload)
    const answer = (value: Json): Promise<void> => this.#deliver({ reply, ...value }, executionContextId)
    if (permission) {
      await this.#permit(permission, frame)
      return answer({ value: true })
    }
    if (file) return answer({ value: await this.#pathOfFile(executionContextId) })
    const event = {
      sender: this,
      senderFrame: frame,
      reply: (to: string, ...values: unknown[]) => this.send(to, ...values),
    }
    if (reply) await answer(await invoke(channel, event, args))
    else ipcMain.emit(channel, event, ...args)
  }

  #permit(permission: string, frame: Frame | null): Promise<void> {
    const details = { requestingUrl: frame?.url ?? '', isMainFrame: frame === this.mainFrame }
    return this.session.permit(this, permission, `${frame?.origin ?? 'null'}/`, details)
  }

  /** The path of the file that the page exposes (page.js); empty if it is not a file on disk. */
  async #pathOfFile(contextId: number): Promise<string> {
    const { result } = await this.#send('Runtime.evaluate', { expression: '__electronFile', contextId })
    const { path } = await this.#send('DOM.getFileInfo', { objectId: result.objectId })
    return path
  }

  /** Sends a message to the page's half of the bridge (page.js). */
  async #deliver(message: Json, contextId?: number): Promise<void> {
    const detail = JSON.stringify(encode(message))
    await this.#evaluate(`dispatchEvent(new CustomEvent('__electron-ipc', { detail: ${detail} }))`, contextId)
  }

  async #evaluate(expression: string, contextId?: number): Promise<unknown> {
    await this.#attached.promise
    const answer = await this.#send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    })
    const { result, exceptionDetails } = answer
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  async loadURL(url: string): Promise<void> {
    await this.#attached.promise
    const loaded = new Promise((resolve) => this.once('did-finish-load', resolve))
    const { errorText } = await this.#send('Page.navigate', { url: toPage(url) })
    if (errorText) throw new Error(`${errorText} loading '${url}'`)
    await loaded
  }

  get mainFrame(): Frame | null {
    return this.frames.main
  }
  send(channel: string, ...args: unknown[]): void {
    void this.#deliver({ channel, args })
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }
  getURL = (): string => this.frames.main?.url ?? ''
  isDestroyed = (): boolean => this.#window.isDestroyed()
  close = (): void => this.#window.close()
  executeJavaScript = (code: string): Promise<unknown> => this.#evaluate(code)
  openDevTools(): void {}
  startDrag(): void {}
  print(_options: Json, callback?: (isPrinted: boolean, reason: string) => void): void {
    callback?.(true, '')
  }
  /** A real PDF of Chromium. */
  async printToPDF({ printBackground }: Json): Promise<Buffer> {
    const { data } = await this.#send('Page.printToPDF', { printBackground })
    return Buffer.from(data, 'base64')
  }
  gone(): void {
    all.delete(this)
    this.emit('destroyed')
  }
}

export const webContents = {
  getAllWebContents: (): WebContents[] => [...all],
  fromDevToolsTargetId: (id: string): WebContents | undefined =>
    [...all].find((contents) => contents.targetId === id),
}
