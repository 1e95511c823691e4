CREATE TABLE "tallies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tallies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"counted" text NOT NULL,
	"kind" text NOT NULL,
	"change" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "tallies_counted" ON "tallies" USING btree ("counted","kind");--> statement-breakpoint
-- What a row is counted as.
CREATE FUNCTION tallied(one submissions) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN one.deleted_at IS NULL THEN array_remove(ARRAY[one.stage,
    CASE WHEN one.paper_round > 0 THEN 'paper: ' || one.stage END,
    CASE WHEN one.payment_urgency IS NOT NULL THEN 'payment' END], NULL) END
$$;
--> statement-breakpoint
CREATE FUNCTION tallied(one users) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN one.deleted_at IS NULL THEN array_remove(ARRAY[one.role,
    CASE WHEN one.role IN ('reviewer', 'both') AND one.disabled_at IS NULL THEN 'reviews' END,
    CASE WHEN one.is_staff THEN 'staff' END,
    CASE WHEN one.disabled_at IS NOT NULL THEN 'disabled' END,
    CASE WHEN one.email_verified_at IS NULL THEN 'unverified' END], NULL) END
$$;
--> statement-breakpoint
CREATE FUNCTION tallied(one invitations) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_remove(ARRAY['sent', CASE WHEN one.accepted_at IS NOT NULL THEN 'accepted' END], NULL)
$$;
--> statement-breakpoint
CREATE FUNCTION tallied(one emails) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$ SELECT ARRAY[one.state] $$;
--> statement-breakpoint
CREATE FUNCTION tallied(one activity) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$ SELECT ARRAY[one.kind] $$;
--> statement-breakpoint
-- Each change is a row of its own, so that of those who write at once none waits for another one's counter.
CREATE FUNCTION keep_tally() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was text[];
  become text[];
BEGIN
  IF TG_OP <> 'INSERT' THEN was := tallied(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN become := tallied(NEW); END IF;
  INSERT INTO tallies (counted, kind, change)
    SELECT TG_TABLE_NAME, kind, sum(by) FROM (
      SELECT unnest(was) AS kind, -1 AS by UNION ALL SELECT unnest(become), 1
    ) changes GROUP BY kind HAVING sum(by) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Makes one row of those of a kind, of the last ones and what was made of those before; now and then of all, as what another
-- one had in hand was left to it. Nobody waits for anybody.
CREATE FUNCTION sum_up_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH summed AS (
    DELETE FROM tallies WHERE id = ANY(ARRAY(
      SELECT id FROM tallies WHERE id > CASE WHEN NEW.id % 20000 = 0 THEN 0 ELSE NEW.id - 600 END
      ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED))
    RETURNING counted, kind, change)
  INSERT INTO tallies (counted, kind, change)
    SELECT counted, kind, sum(change) FROM summed GROUP BY counted, kind HAVING sum(change) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tallies_summed AFTER INSERT ON tallies FOR EACH ROW WHEN (NEW.id % 200 = 0)
  EXECUTE FUNCTION sum_up_tallies();
--> statement-breakpoint
CREATE TRIGGER submissions_tally AFTER INSERT OR DELETE ON submissions FOR EACH ROW EXECUTE FUNCTION keep_tally();
--> statement-breakpoint
CREATE TRIGGER submissions_tally_changed AFTER UPDATE ON submissions FOR EACH ROW
  WHEN (tallied(OLD) IS DISTINCT FROM tallied(NEW)) EXECUTE FUNCTION keep_tally();
--> statement-breakpoint
CREATE TRIGGER users_tally AFTER INSERT OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION keep_tally();
--> statement-breakpoint
CREATE TRIGGER users_tally_changed AFTER UPDATE ON users FOR EACH ROW
  WHEN (tallied(OLD) IS DISTINCT FROM tallied(NEW)) EXECUTE FUNCTION keep_tally();
--> statement-breakpoint
CREATE TRIGGER invitations_tally AFTER INSERT OR DELETE ON invitations FOR EACH ROW EXECUTE FUNCTION keep_tally();
--> statement-breakpoint
CREATE TRIGGER invitations_tally_changed AFTER UPDATE ON invitations FOR EACH ROW
  WHEN (tallied(OLD) IS DISTINCT FROM tallied(NEW)) EXECUTE FUNCTION keep_tally();
--> statement-breakpoint
CREATE TRIGGER emails_tally AFTER INSERT OR DELETE ON emails FOR EACH ROW EXECUTE FUNCTION keep_tally();
--> statement-breakpoint
CREATE TRIGGER emails_tally_changed AFTER UPDATE ON emails FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION keep_tally();
--> statement-breakpoint
CREATE TRIGGER activity_tally AFTER INSERT OR DELETE ON activity FOR EACH ROW EXECUTE FUNCTION keep_tally();
--> statement-breakpoint
-- For what is there already.
INSERT INTO tallies (counted, kind, change)
  SELECT 'submissions', what, count(*) FROM submissions s, unnest(tallied(s)) what GROUP BY what
  UNION ALL SELECT 'users', what, count(*) FROM users u, unnest(tallied(u)) what GROUP BY what
  UNION ALL SELECT 'invitations', what, count(*) FROM invitations i, unnest(tallied(i)) what GROUP BY what
  UNION ALL SELECT 'emails', what, count(*) FROM emails e, unnest(tallied(e)) what GROUP BY what
  UNION ALL SELECT 'activity', what, count(*) FROM activity a, unnest(tallied(a)) what GROUP BY what;