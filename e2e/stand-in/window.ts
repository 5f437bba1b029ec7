import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { app, prevented } from './app.ts'
import { type Json, send } from './chromium.ts'
import { createCodec } from './codec.js'
import { invoke, ipcMain } from './ipc.ts'
import { openWindows } from './open-windows.ts'
import { installPreload } from './page.js'
import { defaultSession, fromPage, serve, toPage } from './protocol.ts'

const { encode, decode } = createCodec()
const all = new Set<BrowserWindow>()
let lastWindow = 0

class WebContents extends EventEmitter {
  session = defaultSession
  targetId = ''
  url = ''
  id: number
  #window: BrowserWindow
  constructor(window: BrowserWindow, id: number) {
    super()
    this.#window = window
    this.id = id
  }
  send(channel: string, ...args: unknown[]): void {
    void this.#window.deliver({ channel, args })
  }
  setWindowOpenHandler(): void {}
  getURL = (): string => fromPage(this.url)
  isDestroyed = (): boolean => this.#window.isDestroyed()
  close = (): void => this.#window.close()
  executeJavaScript = (code: string): Promise<unknown> => this.#window.evaluate(code)
  openDevTools(): void {}
}

/** One window: one page of Chromium. */
export class BrowserWindow extends EventEmitter {
  static getAllWindows = (): BrowserWindow[] => [...all]
  static fromWebContents = (contents: unknown): BrowserWindow | null =>
    [...all].find((window) => window.webContents === contents) ?? null
  static getFocusedWindow = (): BrowserWindow | null => [...all].at(-1) ?? null
  readonly id: number
  readonly webContents: WebContents
  #session = ''
  #title = ''
  #visible: boolean
  #destroyed = false
  #attached: Promise<void>

  constructor(options: Json = {}) {
    super()
    lastWindow += 1
    this.id = lastWindow
    this.webContents = new WebContents(this, lastWindow)
    this.#visible = options['show'] !== false
    all.add(this)
    this.#attached = this.#open(options)
  }

  async #open(options: Json): Promise<void> {
    const { width = 800, height = 600 } = options
    const target = await send('Target.createTarget', { url: 'about:blank', width, height, newWindow: true })
    const { sessionId } = await send('Target.attachToTarget', { targetId: target['targetId'], flatten: true })
    this.webContents.targetId = target['targetId']
    this.#session = sessionId
    openWindows.set(sessionId, this)
    await Promise.all([
      this.#send('Page.enable'),
      this.#send('Network.enable'),
      this.#send('Runtime.enable'),
      this.#send('Runtime.addBinding', { name: '__electronIpc' }),
    ])
    const preload = options['webPreferences']?.preload
    if (preload) {
      const body = `function (require, process, module) { const exports = {}; ${readFileSync(preload, 'utf8')}\n}`
      const source = `(${installPreload})(${createCodec}, ${body})`
      await this.#send('Page.addScriptToEvaluateOnNewDocument', { source })
    }
    await this.#send('Fetch.enable', { patterns: [{ urlPattern: 'https://*.invalid/*' }] })
  }

  #send = (method: string, parameters?: Json): Promise<Json> => send(method, parameters, this.#session)

  async onEvent(method: string, parameters: Json): Promise<void> {
    if (method === 'Runtime.bindingCalled' && parameters['name'] === '__electronIpc')
      return this.#receive(decode(parameters['payload']))
    if (method === 'Fetch.requestPaused') return serve(parameters, this.#session)
    if (method === 'Page.frameNavigated' && !parameters['frame'].parentId)
      this.webContents.url = parameters['frame'].url
    if (method === 'Page.loadEventFired') {
      this.emit('ready-to-show')
      this.webContents.emit('did-finish-load')
    }
  }

  async #receive({ invoke: reply, channel, args }: Json): Promise<void> {
    const event = {
      sender: this.webContents,
      senderFrame: { url: this.webContents.getURL() },
      reply: (to: string, ...values: unknown[]) => this.webContents.send(to, ...values),
    }
    if (!reply) return void ipcMain.emit(channel, event, ...args)
    await this.deliver({ reply, ...(await invoke(channel, event, args)) })
  }

  /** Hands a message to the page's half of the bridge (page.js). */
  async deliver(message: Json): Promise<void> {
    const detail = JSON.stringify(encode(message))
    await this.evaluate(`dispatchEvent(new CustomEvent('__electron-ipc', { detail: ${detail} }))`)
  }

  async loadURL(url: string): Promise<void> {
    await this.#attached
    const loaded = new Promise((resolve) => this.webContents.once('did-finish-load', resolve))
    const { errorText } = await this.#send('Page.navigate', { url: toPage(url) })
    if (errorText) throw new Error(`${errorText} loading '${url}'`)
    await loaded
  }

  async evaluate(expression: string): Promise<unknown> {
    await this.#attached
    const answer = await this.#send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    const { result, exceptionDetails } = answer
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  gone(): boolean {
    if (this.#destroyed) return false
    this.#destroyed = true
    all.delete(this)
    openWindows.delete(this.#session)
    this.emit('closed')
    return true
  }
  close(): void {
    if (!this.#destroyed && !prevented(this, 'close')) this.destroy()
  }
  destroy(): void {
    send('Target.closeTarget', { targetId: this.webContents.targetId }).catch(() => {})
    if (this.gone()) app.windowGone()
  }
  isDestroyed = (): boolean => this.#destroyed
  show(): void {
    this.#visible = true
    this.emit('show')
  }
  hide(): void {
    this.#visible = false
    this.emit('hide')
  }
  isVisible = (): boolean => this.#visible
  isMinimized = (): boolean => false
  focus(): void {}
  restore(): void {}
  maximize(): void {}
  setTitle(title: string): void {
    this.#title = title
  }
  getTitle = (): string => this.#title
  setMenuBarVisibility(): void {}
}

export const webContents = {
  getAllWebContents: (): WebContents[] => [...all].map((window) => window.webContents),
  fromDevToolsTargetId: (id: string): WebContents | undefined =>
    [...all].find((window) => window.webContents.targetId === id)?.webContents,
}
