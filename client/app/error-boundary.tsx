import { Component, type ReactNode } from 'react'
import { Failure } from './failure.tsx'

/** Where a screen breaks, or its code does not come, says so instead of a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <Failure /> : this.props.children
  }
}
