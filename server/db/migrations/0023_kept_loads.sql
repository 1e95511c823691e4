CREATE TABLE "reviewer_loads" (
	"reviewer_id" uuid PRIMARY KEY NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reviewer_loads_counted" CHECK ("reviewer_loads"."waiting" >= 0)
);
--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
DROP INDEX "co_authors_search";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "searched" text GENERATED ALWAYS AS (lower(name || chr(10) || email || chr(10) || organization || chr(10) || first_name || ' ' || last_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "waiting" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "co_authors" ADD COLUMN "searched" text GENERATED ALWAYS AS (lower(name || chr(10) || email || chr(10) || organization || chr(10) || orcid)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "payment_urgency" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reviewer_loads" ADD CONSTRAINT "reviewer_loads_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reviewer_loads_waiting" ON "reviewer_loads" USING btree ("waiting","reviewer_id");--> statement-breakpoint
CREATE INDEX "assignments_waiting" ON "assignments" USING btree ("reviewer_id","due_at") WHERE waiting;--> statement-breakpoint
CREATE INDEX "submissions_urgency" ON "submissions" USING btree ("payment_urgency","id") WHERE deleted_at is null and payment_urgency is not null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("searched" gin_trgm_ops,joined("topics") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "co_authors_search" ON "co_authors" USING gin ("searched" gin_trgm_ops);--> statement-breakpoint
-- Whether an assignment waits for a review: it stands, its paper is under review, this round has none of theirs.
CREATE FUNCTION is_waited_for(one assignments) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT one.ended_at IS NULL AND EXISTS (
    SELECT 1 FROM submissions s WHERE s.id = one.submission_id AND s.deleted_at IS NULL AND s.stage = 'paper_submitted'
      AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.submission_id = s.id AND r.reviewer_id = one.reviewer_id
        AND r.round = s.paper_round))
$$;
--> statement-breakpoint
CREATE FUNCTION keep_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.waiting := is_waited_for(NEW);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER assignments_waiting BEFORE INSERT OR UPDATE ON assignments
  FOR EACH ROW EXECUTE FUNCTION keep_waiting();
--> statement-breakpoint
-- What a submission or a review changes, its assignments reckon anew as they are touched.
CREATE FUNCTION touch_assignments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched text;
BEGIN
  IF TG_TABLE_NAME = 'submissions' THEN touched := NEW.id;
  ELSIF TG_OP = 'DELETE' THEN touched := OLD.submission_id;
  ELSE touched := NEW.submission_id; END IF;
  UPDATE assignments a SET waiting = NOT a.waiting
    WHERE a.submission_id = touched AND a.ended_at IS NULL AND a.waiting <> is_waited_for(a);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER submissions_waiting AFTER UPDATE OF stage, paper_round, deleted_at ON submissions
  FOR EACH ROW EXECUTE FUNCTION touch_assignments();
--> statement-breakpoint
CREATE TRIGGER reviews_waiting AFTER INSERT OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION touch_assignments();
--> statement-breakpoint
-- Loads are counted along, in the order of the reviewers' ids: two who change several never wait for each other.
CREATE FUNCTION shift_load(of_reviewer uuid, change bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE reviewer_loads SET waiting = waiting + change WHERE reviewer_id = of_reviewer
$$;
--> statement-breakpoint
CREATE FUNCTION count_new_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM shift_load(reviewer_id, count(*)) FROM new_rows WHERE waiting GROUP BY reviewer_id ORDER BY reviewer_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_changed_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM shift_load(reviewer_id, sum(change)::bigint) FROM (
    SELECT reviewer_id, 1 AS change FROM new_rows WHERE waiting
    UNION ALL SELECT reviewer_id, -1 FROM old_rows WHERE waiting
  ) changes GROUP BY reviewer_id HAVING sum(change) <> 0 ORDER BY reviewer_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_gone_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM shift_load(reviewer_id, -count(*)) FROM old_rows WHERE waiting GROUP BY reviewer_id ORDER BY reviewer_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER assignments_load_new AFTER INSERT ON assignments REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_waiting();
--> statement-breakpoint
CREATE TRIGGER assignments_load_changed AFTER UPDATE ON assignments
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_waiting();
--> statement-breakpoint
CREATE TRIGGER assignments_load_gone AFTER DELETE ON assignments REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_gone_waiting();
--> statement-breakpoint
CREATE FUNCTION begin_load() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reviewer_loads (reviewer_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_load AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION begin_load();
--> statement-breakpoint
-- How urgent a paper of the payments desk is, the latest moment first: reported payments at the end of time, the longest
-- reported last of all, which puts what is late first; then what awaits, the longest first; then what is verified, the
-- newest first. Reckoned without a zone, in which some days are longer than others.
CREATE FUNCTION payment_urgency_of(one submissions) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN one.stage NOT IN ('awaiting_payment', 'complete') THEN NULL
    WHEN p.verified_at IS NOT NULL THEN p.verified_at
    WHEN p.reported_at IS NOT NULL THEN
      (timestamp '3000-01-01' - (p.reported_at AT TIME ZONE 'utc' - timestamp '2000-01-01')) AT TIME ZONE 'utc'
    ELSE (timestamp '2500-01-01' - (one.updated_at AT TIME ZONE 'utc' - timestamp '2000-01-01')) AT TIME ZONE 'utc' END
  FROM (SELECT 1) always LEFT JOIN payments p ON p.submission_id = one.id AND p.reopened_at IS NULL
$$;
--> statement-breakpoint
CREATE FUNCTION keep_payment_urgency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.payment_urgency := payment_urgency_of(NEW);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER submissions_urgency BEFORE INSERT OR UPDATE OF stage, updated_at, payment_urgency ON submissions
  FOR EACH ROW EXECUTE FUNCTION keep_payment_urgency();
--> statement-breakpoint
CREATE FUNCTION touch_payment_urgency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE submissions s SET payment_urgency = NULL
    WHERE s.id = coalesce(NEW.submission_id, OLD.submission_id) AND s.payment_urgency IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_urgency AFTER INSERT OR UPDATE OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION touch_payment_urgency();
--> statement-breakpoint
-- What the database keeps by itself is no activity.
DROP TRIGGER submissions_activity ON submissions;
--> statement-breakpoint
CREATE TRIGGER submissions_activity AFTER INSERT OR UPDATE OR DELETE ON submissions FOR EACH ROW
  EXECUTE FUNCTION note_activity('submission', 'id', '',
    'id,serial,paper_id,author_id,updated_at,submitted_at,abstract_decided_at,pdf_title,details_revision,payment_urgency', '');
--> statement-breakpoint
DROP TRIGGER assignments_activity ON assignments;
--> statement-breakpoint
CREATE TRIGGER assignments_activity AFTER INSERT OR UPDATE OR DELETE ON assignments FOR EACH ROW
  EXECUTE FUNCTION note_activity('assignment', 'submission_id', 'reviewer_id',
    'id,submission_id,reviewer_id,batch_id,assigned_by,assigned_at,ended_at,waiting', '');
--> statement-breakpoint
DROP TRIGGER users_activity ON users;
--> statement-breakpoint
CREATE TRIGGER users_activity AFTER INSERT OR UPDATE OR DELETE ON users FOR EACH ROW
  EXECUTE FUNCTION note_activity('person', '', 'id', 'id,created_at,last_login_at,searched',
    'email,name,first_name,last_name,organization,phone,orcid,topics,photo_file_id,password_hash');
--> statement-breakpoint
DROP TRIGGER co_authors_activity ON co_authors;
--> statement-breakpoint
CREATE TRIGGER co_authors_activity AFTER INSERT OR UPDATE OR DELETE ON co_authors FOR EACH ROW
  EXECUTE FUNCTION note_activity('co_author', 'submission_id', '', 'submission_id,searched', 'name,email,organization,orcid');
--> statement-breakpoint
-- For what is there already.
INSERT INTO reviewer_loads (reviewer_id) SELECT id FROM users;
--> statement-breakpoint
UPDATE assignments a SET waiting = true WHERE is_waited_for(a);
--> statement-breakpoint
UPDATE submissions SET payment_urgency = NULL WHERE stage IN ('awaiting_payment', 'complete');
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_urgency_kept" CHECK (("submissions"."payment_urgency" is not null) = ("submissions"."stage" in ('awaiting_payment', 'complete')));
