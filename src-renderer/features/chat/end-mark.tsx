/** Stands at the end of a conversation, and reports when that comes into view or leaves it. */
import { useEffect, useRef } from "react";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { useThread } from "../../thread/thread";
import { endOf } from "../../thread/visibility";

/** The end of one session's conversation. Another session mounts another mark. */
export function EndMark({ session_id }: { session_id: SessionId }) {
  const place = useRef<HTMLDivElement>(null);
  const end = endOf(useThread());
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      const inView = entries.at(-1)?.isIntersecting === true;
      end.setState({ session_id: inView ? session_id : undefined });
    });
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      end.setState({ session_id: undefined });
    };
  }, [end, session_id]);
  return <div ref={place} className="end-mark" aria-hidden="true" />;
}
