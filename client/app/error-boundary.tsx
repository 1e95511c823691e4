import { Component, type ReactNode } from 'react'
import { Failure } from './failure.tsx'

interface Props {
  /** At another one it tries again. */
  address: string
  children: ReactNode
}
interface State {
  isBroken: boolean
  address: string
}

/** Where a screen breaks, says so instead of a blank page. */
export class ErrorBoundary extends Component<Props, State> {
  override state = { isBroken: false, address: this.props.address }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ address }: Props, before: State): State | null {
    return address === before.address ? null : { isBroken: false, address }
  }

  override render() {
    return this.state.isBroken ? <Failure /> : this.props.children
  }
}
