const devices = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|clock\$)(?:\.|$)/i

/** Whether a file name stands for a device on Windows, with any extension. */
export const isDeviceName = (name: string): boolean => devices.test(name)
