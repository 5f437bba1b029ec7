import { app, Menu, type MenuItemConstructorOptions } from 'electron'

/** An installed app's view menu; the system's own one also opens the developer tools, which it has not. */
const viewOfInstalled: MenuItemConstructorOptions = {
  label: 'View',
  submenu: [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ],
}

/** The system's usual menus; on macOS they also carry the usual shortcuts for copy and paste. */
export function applicationMenu(): void {
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { role: 'fileMenu' },
    { role: 'editMenu' },
    app.isPackaged ? viewOfInstalled : { role: 'viewMenu' },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
