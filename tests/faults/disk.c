/* A disk that fails under one process, loaded before the C library: what the process asks of the
 * files in one folder is counted, written down, and refused or ended as it was ordered.
 *
 * Reads are as ever. DISK_FOLDER is the folder; DISK_ORDERS is a file of `struct orders`, which the
 * test changes while the process runs; DISK_RECORD, where it is set, gets what was done.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum kind { WRITE, SYNC, TRUNCATE, NAME, KINDS };

struct orders {
    uint64_t done;          /* calls until now */
    uint64_t kill_at;       /* the process ends in this one, half of it done; 0: in none */
    uint64_t seed;
    uint64_t run;           /* so many calls in a row have one fate */
    uint64_t chance[KINDS]; /* of 65,536 such runs */
    uint64_t errno_only;    /* this one, or 0 for any that fits */
};

struct entry {
    uint64_t what, file, at, length; /* and then so many bytes */
};

static struct orders nothing, *orders = &nothing;
static char folder[4096];
static int record = -1;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

#define REAL(type, name, ...)                                   \
    static type (*real)(__VA_ARGS__);                           \
    if (!real)                                                  \
        real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static ssize_t plain_write(int file, const void *data, size_t length)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    return real(file, data, length);
}

static int plain_open(const char *path, int flags)
{
    REAL(int, "open", const char *, int, ...);
    return real(path, flags, 0600);
}

/* In the process that plays, and not in what starts it. */
void disk_begin(const char *in, const char *orders_file, const char *record_file)
{
    int file = plain_open(orders_file, O_RDWR | O_CLOEXEC);
    snprintf(folder, sizeof folder, "%s/", in);
    orders = mmap(NULL, sizeof *orders, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (orders == MAP_FAILED)
        abort();
    if (record_file && *record_file)
        record = plain_open(record_file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC);
}

__attribute__((constructor)) static void begin(void)
{
    if (getenv("DISK_FOLDER") && getenv("DISK_ORDERS"))
        disk_begin(getenv("DISK_FOLDER"), getenv("DISK_ORDERS"), getenv("DISK_RECORD"));
}

static void note(char what, uint64_t file, uint64_t at, const void *data, size_t length)
{
    struct entry entry = {(unsigned char)what, file, at, length};
    if (record < 0)
        return;
    plain_write(record, &entry, sizeof entry);
    plain_write(record, data, length);
}

/* What the process says of itself, among what it did. */
void disk_said(const char *words)
{
    pthread_mutex_lock(&turn);
    note('!', 0, 0, words, strlen(words));
    pthread_mutex_unlock(&turn);
}

static int ends_with(const char *name, const char *end)
{
    size_t length = strlen(name), tail = strlen(end);
    return length >= tail && !strcmp(name + length - tail, end);
}

static int is_in(const char *path)
{
    return *folder && !strncmp(path, folder, strlen(folder)) && !ends_with(path, ".lock");
}

/* Whether a file is in the folder. */
static int is_ours(int file, int *is_kept, uint64_t *number)
{
    char link[64], path[4096];
    struct stat found;
    ssize_t length;
    int before = errno, ours = 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    length = *folder ? readlink(link, path, sizeof path - 1) : -1;
    if (length > 0 && !fstat(file, &found)) {
        path[length] = 0;
        ours = is_in(path) || (S_ISDIR(found.st_mode) && !strncmp(path, folder, length));
        *is_kept = S_ISREG(found.st_mode) && !ends_with(path, "-shm");
        *number = found.st_ino;
    }
    errno = before;
    return ours;
}

static uint64_t mixed(uint64_t n) /* splitmix64 */
{
    n += 0x9e3779b97f4a7c15;
    n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9;
    n = (n ^ n >> 27) * 0x94d049bb133111eb;
    return n ^ n >> 31;
}

/* The number of what goes wrong, 0 for nothing, -1 for half of it; the last call kills. */
static int fate(enum kind kind, int *is_last)
{
    static const int why[KINDS][4] = {
        {ENOSPC, EIO, ENOSPC, -1}, {EIO, EIO, EIO, EIO}, {EIO, EIO, EROFS, EIO}, {ENOSPC, EIO, EACCES, EIO}};
    uint64_t n = ++orders->done, drawn = mixed(orders->seed ^ mixed(n / (orders->run ? orders->run : 1)));
    *is_last = n == orders->kill_at;
    if ((drawn & 0xffff) >= orders->chance[kind])
        return 0;
    return orders->errno_only ? (int)orders->errno_only : why[kind][drawn >> 62];
}

static void end_now(void)
{
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

static ssize_t written(int file, const char *data, size_t length, int64_t at)
{
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    int is_kept, is_last, wrong;
    uint64_t number;
    ssize_t done;
    if (!length || !is_ours(file, &is_kept, &number))
        return at < 0 ? plain_write(file, data, length) : real(file, data, length, at);
    pthread_mutex_lock(&turn);
    wrong = fate(WRITE, &is_last);
    if (at < 0)
        at = lseek64(file, 0, fcntl(file, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
    else
        at |= (int64_t)1 << 62; /* not where the file stands */
    if (is_last || wrong == -1)
        length = (length + 1) / 2;
    done = -1;
    if (wrong > 0)
        errno = wrong;
    else if (at >> 62 & 1)
        done = real(file, data, length, at & ~((int64_t)1 << 62));
    else
        done = plain_write(file, data, length);
    if (done > 0 && is_kept)
        note('w', number, at & ~((int64_t)1 << 62), data, done);
    if (is_last)
        end_now();
    pthread_mutex_unlock(&turn);
    return done;
}

ssize_t write(int file, const void *data, size_t length) { return written(file, data, length, -1); }

ssize_t pwrite(int file, const void *data, size_t length, off_t at)
{
    return written(file, data, length, at);
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t at)
{
    return written(file, data, length, at);
}

static int synced(int file, int (*real)(int))
{
    int is_kept, is_last, wrong, done;
    uint64_t number;
    if (!is_ours(file, &is_kept, &number))
        return real(file);
    pthread_mutex_lock(&turn);
    wrong = fate(SYNC, &is_last);
    if (is_last)
        end_now();
    done = wrong > 0 ? -1 : 0; /* nothing here needs the real disk */
    if (done)
        errno = wrong;
    note(done ? 'f' : 's', is_kept ? number : 0, 0, "", 0);
    pthread_mutex_unlock(&turn);
    return done;
}

int fsync(int file)
{
    REAL(int, "fsync", int);
    return synced(file, real);
}

int fdatasync(int file)
{
    REAL(int, "fdatasync", int);
    return synced(file, real);
}

static int cut(int file, off64_t length)
{
    REAL(int, "ftruncate64", int, off64_t);
    int is_kept, is_last, wrong, done;
    uint64_t number;
    if (!is_ours(file, &is_kept, &number))
        return real(file, length);
    pthread_mutex_lock(&turn);
    wrong = fate(TRUNCATE, &is_last);
    if (is_last)
        end_now();
    done = wrong > 0 ? -1 : real(file, length);
    if (wrong > 0)
        errno = wrong;
    if (!done && is_kept)
        note('t', number, length, "", 0);
    pthread_mutex_unlock(&turn);
    return done;
}

int ftruncate(int file, off_t length) { return cut(file, length); }
int ftruncate64(int file, off64_t length) { return cut(file, length); }

/* A new file, or one that is emptied. */
static int opened(const char *path, int flags, mode_t mode)
{
    REAL(int, "open64", const char *, int, ...);
    struct stat found;
    int is_last, wrong, file, is_new;
    if (!(flags & (O_CREAT | O_TRUNC)) || !is_in(path))
        return real(path, flags, mode);
    is_new = stat(path, &found) != 0;
    if (!is_new && !(flags & O_TRUNC))
        return real(path, flags, mode);
    pthread_mutex_lock(&turn);
    wrong = fate(NAME, &is_last);
    if (is_last)
        end_now();
    file = wrong > 0 ? -1 : real(path, flags, mode);
    if (wrong > 0)
        errno = wrong;
    if (file >= 0 && !fstat(file, &found) && !ends_with(path, "-shm"))
        note(is_new ? 'c' : 'e', found.st_ino, 0, path, strlen(path));
    pthread_mutex_unlock(&turn);
    return file;
}

#define OPENING(name)                                           \
    int name(const char *path, int flags, ...)                  \
    {                                                           \
        va_list more;                                           \
        mode_t mode;                                            \
        va_start(more, flags);                                  \
        mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more);                                           \
        return opened(path, flags, mode);                       \
    }

OPENING(open)
OPENING(open64)

int rename(const char *from, const char *to)
{
    REAL(int, "rename", const char *, const char *);
    char both[8192];
    int is_last, wrong, done;
    if (!is_in(from) && !is_in(to))
        return real(from, to);
    pthread_mutex_lock(&turn);
    wrong = fate(NAME, &is_last);
    if (is_last)
        end_now();
    done = wrong > 0 ? -1 : real(from, to);
    if (wrong > 0)
        errno = wrong;
    if (!done) {
        int length = snprintf(both, sizeof both, "%s%c%s", from, 0, to);
        note('r', 0, 0, both, length);
    }
    pthread_mutex_unlock(&turn);
    return done;
}

int unlink(const char *path)
{
    REAL(int, "unlink", const char *);
    int is_last, wrong, done;
    if (!is_in(path) || access(path, F_OK))
        return real(path);
    pthread_mutex_lock(&turn);
    wrong = fate(NAME, &is_last);
    if (is_last)
        end_now();
    done = wrong > 0 ? -1 : real(path);
    if (wrong > 0)
        errno = wrong;
    if (!done)
        note('u', 0, 0, path, strlen(path));
    pthread_mutex_unlock(&turn);
    return done;
}
