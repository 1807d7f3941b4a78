// Where a screen breaks, the rest of the client stays, and says what can be done.
import { Component, type ReactNode } from "react";
import { ErrorState } from "@/design/error-state";

interface Props {
  /** Another value, such as another address, is another try. */
  at: string;
  children: ReactNode;
}

interface State {
  at: string;
  error: unknown;
}

export class Boundary extends Component<Props, State> {
  override state: State = { at: this.props.at, error: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ at }: Props, before: State): State | null {
    return at === before.at ? null : { at, error: null };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <ErrorState
        className="m-6"
        message="This screen could not be shown."
        remedy={`Load the page again; what was decided is kept. (${told(error)})`}
        onRetry={() => window.location.reload()}
      />
    );
  }
}

function told(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
