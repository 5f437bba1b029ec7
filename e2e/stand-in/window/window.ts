import { EventEmitter } from 'node:events'
import { app, prevented } from '../app.ts'
import { type Json, send } from '../chromium.ts'
import { openWindows } from './open-windows.ts'
import { WebContents } from './web-contents.ts'

const all = new Set<BrowserWindow>()
let lastWindow = 0

/** One window with one page of Chromium. */
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
  #bounds: Json

  constructor(options: Json = {}) {
    super()
    lastWindow += 1
    this.id = lastWindow
    this.webContents = new WebContents(this, lastWindow, options['webPreferences'] ?? {})
    this.#visible = options['show'] !== false
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.#bounds = { x, y, width, height }
    all.add(this)
    this.webContents.on('did-finish-load', () => this.emit('ready-to-show'))
    app.emit('browser-window-created', {}, this)
    app.emit('web-contents-created', {}, this.webContents)
    this.webContents
      .attach(options, (sessionId) => {
        this.#session = sessionId
        openWindows.set(sessionId, this)
      })
      .catch(console.error)
  }

  onEvent = (method: string, parameters: Json): Promise<void> => this.webContents.onEvent(method, parameters)
  loadURL = (url: string): Promise<void> => this.webContents.loadURL(url)

  gone(): boolean {
    if (this.#destroyed) return false
    this.#destroyed = true
    all.delete(this)
    this.webContents.gone()
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
  isMaximized = (): boolean => false
  isFullScreen = (): boolean => false
  getNormalBounds = (): Json => this.#bounds
  focus(): void {}
  restore(): void {}
  maximize(): void {}
  setTitle(title: string): void {
    this.#title = title
  }
  getTitle = (): string => this.#title
  setMenuBarVisibility(): void {}
}
