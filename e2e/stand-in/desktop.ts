/** The desktop services of Electron; tests replace them through `electronApp.evaluate`. */
import { EventEmitter } from 'node:events'
import type { Json } from './chromium.ts'

export const dialog = {
  showOpenDialog: async (): Promise<Json> => ({ canceled: true, filePaths: [] }),
  showSaveDialog: async (): Promise<Json> => ({ canceled: true, filePath: '' }),
  showMessageBox: async (): Promise<Json> => ({ response: 0, checkboxChecked: false }),
  showErrorBox: (title: string, content: string): void => console.error(title, content),
}
export const clipboard = { writeText(): void {} }
export const shell = {
  openExternal: async (): Promise<void> => {},
  openPath: async (): Promise<string> => '',
  showItemInFolder(): void {},
}
/** Like a desktop without notifications. */
export const Notification = { isSupported: (): boolean => false }
/** Like a Linux desktop without a key store. */
export const safeStorage = { isAsyncEncryptionAvailable: async (): Promise<boolean> => false }
export const powerMonitor = Object.assign(new EventEmitter(), { isOnBatteryPower: (): boolean => false })
/** Like a computer with one display. */
const display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }
export const screen = { getPrimaryDisplay: (): Json => display, getAllDisplays: (): Json[] => [display] }
/** Pictures without content. */
const picture = { resize: (): Json => picture }
export const nativeImage = {
  createFromBitmap: (): Json => picture,
  createFromPath: (): Json => picture,
  createEmpty: (): Json => picture,
}
/** The icons beside the clock, with their menus. */
export class Tray extends EventEmitter {
  static all = new Set<Tray>()
  menu: Menu | undefined
  constructor() {
    super()
    Tray.all.add(this)
  }
  setToolTip(): void {}
  setContextMenu(menu: Menu): void {
    this.menu = menu
  }
  destroy(): void {
    Tray.all.delete(this)
  }
}
/** Without an accent color, so that pictures do not depend on the computer. */
export const systemPreferences = Object.assign(new EventEmitter(), {
  getAccentColor: (): string => '',
  subscribeNotification: (): number => 0,
})
export const net = { isOnline: (): boolean => true }
export const nativeTheme = Object.assign(new EventEmitter(), {
  themeSource: 'system',
  shouldUseDarkColors: false,
})

class MenuItem {
  label = ''
  enabled = true
  click: (event: Json, window?: unknown) => void
  constructor({ submenu, click, ...options }: Json) {
    Object.assign(this, options, submenu && { submenu: Menu.buildFromTemplate(submenu) })
    this.click = (event, window) => click?.(this, window, event)
  }
}
export class Menu {
  static #application: Menu | null = null
  items: MenuItem[]
  constructor(items: MenuItem[] = []) {
    this.items = items
  }
  /** Like a person who chooses nothing. */
  popup({ callback }: Json = {}): void {
    callback?.()
  }
  static buildFromTemplate = (template: Json[]): Menu => new Menu(template.map((item) => new MenuItem(item)))
  static setApplicationMenu = (menu: Menu | null): void => {
    Menu.#application = menu
  }
  static getApplicationMenu = (): Menu | null => Menu.#application
}
