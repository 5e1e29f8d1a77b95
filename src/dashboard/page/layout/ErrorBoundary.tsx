/** A part of the page that fails shows an error, and leaves the rest alone, STOP above all. */
import { Component, type ComponentChildren } from 'preact';

interface ErrorBoundaryProps {
  readonly what: string;
  readonly children: ComponentChildren;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static override getDerivedStateFromError(): { readonly broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <p class="broken" role="alert">
        {this.props.what} could not be shown.{' '}
        <button type="button" onClick={() => this.setState({ broken: false })}>
          Try again
        </button>
      </p>
    );
  }
}
