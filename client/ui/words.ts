/** The words the design system brings along. */
export const words = {
  problem: 'There is a problem',
  errorTitle: 'Error: ',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  noPreview: 'No preview available.',
  copied: 'Copied',
  close: 'Close',
  dismiss: 'Dismiss message',
  loading: 'Loading…',
  dropHere: 'Drag & drop files or ',
  browse: 'Browse',
  removeFile: (name: string) => `Remove ${name}`,
  theme: 'Colours',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
} as const
